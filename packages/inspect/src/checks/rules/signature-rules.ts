import { listRules } from '../rule.ts';
import type { TextRule } from './text-rule.ts';
import { isUnproven, PACKAGE_ADDRESS } from './unproven-address.ts';

/** The whole lines that packaging tools write into path files. */
const OF_TOOLS = [
  /import _virtualenv/,
  /import (__editable___\w+); \1\.install\(\)/,
  /import os; ?var = 'SETUPTOOLS_USE_DISTUTILS'; ?enabled = os\.environ\.get\(var, '\w+'\) == 'local'; ?enabled and __import__\('_distutils_hack'\)\.add_shim\(\);?/,
  // Of setuptools, for a package in a namespace.
  /import sys, types, os;has_mfs = sys\.version_info > \(3, 5\);p = os\.path\.join\(sys\._getframe\(1\)\.f_locals\['sitedir'\], \*\((?:'\w+',? ?)+\)\);importlib = has_mfs and __import__\('importlib\.util'\);has_mfs and __import__\('importlib\.machinery'\);m = has_mfs and sys\.modules\.setdefault\('([\w.]+)', importlib\.util\.module_from_spec\(importlib\.machinery\.PathFinder\.find_spec\('\1', \[os\.path\.dirname\(p\)\]\)\)\);m = m or sys\.modules\.setdefault\('\1', types\.ModuleType\('\1'\)\);mp = \(m or \[\]\) and m\.__dict__\.setdefault\('__path__',\[\]\);\(p not in mp\) and mp\.append\(p\)(?:;m and setattr\(sys\.modules\['[\w.]+'\], '\w+', m\))?/,
].map(({ source }) => new RegExp(`^${source}\\s*$`));

/** Rules that recognize a kind of program by a text in it. */
export const signatureRules = {
  'path-file-code': {
    severity: 'error',
    shadow: false,
    reads: 'path file',
    means: 'Python runs this line at every start, in whatever program, once the file is among its packages.',
    fix: 'Remove the file, and run the code where the node needs it.',
    pattern: /^import[ \t][^\n]{0,2000}/gm,
    accepts: (found) => !OF_TOOLS.some((line) => line.test(found)),
  },
  'requirement-from-address': {
    severity: 'error',
    shadow: false,
    reads: 'requirements',
    means: 'A package is required from an address without a name or without encryption.',
    fix: 'Require it by its name and version, or from an address with HTTPS.',
    pattern: new RegExp(`(?<=^|[\\s@="'])${PACKAGE_ADDRESS.source}`, 'gim'),
    // Other addresses occur in a pyproject.toml as well, as that of a home page.
    accepts: (found) =>
      isUnproven(found) &&
      /^git\+|^https?:\/\/[\d[]|(?:\.whl|\.tar\.gz|\.zip|\.git|\/simple\/?)(?:\?|$)/i.test(found),
  },
  'mining-pool': {
    severity: 'error',
    shadow: false,
    reads: 'settings',
    means: 'The address of a pool at which currencies are mined stands here.',
    fix: 'Remove it.',
    pattern:
      /\bstratum[12]?\+(?:tcp|ssl|tls|udp|wss?):\/\/[\w-]{1,60}\.[\w.-]{1,200}|\b(?:supportxmr|nanopool|moneroocean)\.(?:com|org|stream|pro|io)["']?\s{0,3}[:,]\s{0,3}["']?\d{3,5}\b|\bCoinHive\.(?:Anonymous|User|Token)\b|\bcoinhive(?:\.min)?\.js\b/g,
    // Only the words, which is much faster: most texts contain none.
    beside: /stratum|CoinHive|coinhive|supportxmr|nanopool|moneroocean/,
  },
  'browser-secrets': {
    severity: 'error',
    shadow: false,
    reads: 'Python',
    means: 'The passwords or sessions that a browser or chat program keeps are read and decrypted.',
    fix: 'Remove it.',
    pattern:
      /\bLogin Data\b|\bLocal Storage[\\/]{1,4}leveldb\b|["']leveldb["']|\blogins\.json\b|\bWeb Data\b/g,
    beside: /CryptUnprotectData|PK11SDR_Decrypt|dQw4w9WgXcQ|os_crypt|mfa\\\.\[/,
  },
  'wallet-read': {
    severity: 'error',
    shadow: false,
    reads: 'Python',
    means: 'The places in which wallets of currencies keep their keys stand here.',
    fix: 'Remove it.',
    pattern:
      /\bnkbihfbeogaeaoehlefnkodbefgpgknn\b|\bbfnaelmomeimhlpmgjnjophhpkkoljpa\b|\bExodus[\\/]{1,4}exodus\.wallet\b|\bElectrum[\\/]{1,4}wallets\b|\batomic[\\/]{1,4}Local Storage\b|\bEthereum[\\/]{1,4}keystore\b/gi,
  },
} as const satisfies Record<string, TextRule>;

export const signatureRuleList = listRules<keyof typeof signatureRules, TextRule>(signatureRules);
