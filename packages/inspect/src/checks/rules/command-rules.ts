import { listRules, type RuleText } from '../rule.ts';
import { isKnownInstaller } from './known-installers.ts';

interface CommandRule extends RuleText {
  reads: 'commands';
  /** Global and of linear cost. */
  pattern: RegExp;
  /** A second check of the text that matched, for what a pattern cannot express. */
  accepts?: (found: string) => boolean;
}

const error = { severity: 'error', shadow: false, reads: 'commands' } as const;

const FETCH = String.raw`\b(?:curl|wget|fetch|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Net\.WebClient)\b`;
const PREFIX = String.raw`(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:\/(?:usr\/)?(?:local\/)?bin\/)?`;
const SHELL = String.raw`${PREFIX}(?:ba|z|k|da|a)?sh\b`;
const INTERPRETER = String.raw`${PREFIX}(?:python[\d.]*|perl|ruby|node|php|osascript)\b`;
/** An interpreter without a program of its own, or with one that runs what comes in. */
const RUNS_INPUT = String.raw`${INTERPRETER}(?:\s+-[uq]+\b)*(?=\s*(?:$|[\n;&|)"']|-(?:\s|$|["'])|-\w*[cer]\w*\s[^\n]{0,200}?\b(?:exec|eval|compile|system|popen|subprocess)\b))`;
const RUNS = String.raw`(?:&&|;)\s*(?:${SHELL}|${INTERPRETER})\s+(?:-(?![cm]\b)\w+\s+){0,3}["']?(?:\.\/)?`;

const isOfStranger = (found: string): boolean => {
  const addresses = found.match(/https?:\/\/[^\s'"|)\\;`<>]+/gi) ?? [];
  return addresses.length === 0 || !addresses.every(isKnownInstaller);
};

/** Rules about commands: those that Python code runs, and the lines of scripts. */
export const commandRules = {
  'download-to-shell': {
    ...error,
    means: 'A command downloads text and hands it to a shell or an interpreter, so that anything can run.',
    fix: 'Put the script into the package, or tell the user in the README what to install.',
    pattern: new RegExp(
      [
        `${FETCH}[^\\n|;]{1,400}(?:\\|[^\\n|;]{1,200}){0,3}\\|\\s*(?:${SHELL}|${RUNS_INPUT}|iex\\b|Invoke-Expression\\b)`,
        // The file that is downloaded is the one that runs.
        `${FETCH}(?=[^\\n]{1,400}?${RUNS}(?<file>[\\w./~$-]{3,200}))(?:(?!&&|;)[^\\n]){0,400}?\\k<file>(?![\\w.])[^\\n]{0,400}?${RUNS}\\k<file>`,
        `(?:(?<![\\w.-])(?:${SHELL}|${INTERPRETER}|eval|source)|(?<!\\S)\\.)\\s+(?:-\\w+\\s+){0,3}["']?(?:\\$\\(|<\\(|\`)\\s*${FETCH}[^\\n]{1,400}`,
        `\\b(?:iex|Invoke-Expression)\\b[\\s"'(&]{0,8}(?:\\(?\\s*New-Object\\s+(?:System\\.)?)?${FETCH}[^\\n]{0,400}`,
        `\\bmshta(?:\\.exe)?\\s+["']?(?:https?:|javascript:|vbscript:)[^\\n]{0,200}`,
        `\\bregsvr32(?:\\.exe)?\\b[^\\n]{0,80}/i:https?:[^\\n]{0,200}`,
        `${FETCH}[^\\n]{1,300}(?:&&|;)\\s*chmod\\s+(?:\\+x|[0-7]*[157][0-7]*)\\s+(?<program>\\S{1,200})\\s*(?:&&|;)\\s*(?:nohup\\s+|sudo\\s+)?(?:\\./)?\\k<program>`,
        `\\bcertutil(?:\\.exe)?\\b[^\\n]{0,80}-urlcache[^\\n]{1,300}`,
      ].join('|'),
      'gi',
    ),
    accepts: isOfStranger,
  },
  'network-shell': {
    ...error,
    means:
      'A command connects a shell to the network, so that whoever is at the other end rules the machine.',
    fix: 'Remove it.',
    pattern: new RegExp(
      [
        `${SHELL}\\s+(?:-\\w+\\s+)*(?:\\d?[<>]&?|&>|>&)\\s*/dev/(?:tcp|udp)/`,
        String.raw`\bexec\s+\d+<>\s*/dev/(?:tcp|udp)/`,
        String.raw`\b(?:nc|ncat|netcat)(?:\.exe|\.traditional|\.openbsd)?\b[^\n|;]{0,120}\s-\w*[ec]\w*\s+["']?(?:/\w+)*/?(?:(?:ba|z)?sh|cmd|powershell)\b`,
        String.raw`\bmkfifo\s+(\S{1,80})[^\n]{0,160}\b(?:ba|z)?sh\s+-i[^\n]{0,160}\b(?:nc|ncat|netcat|telnet|openssl)\b`,
        String.raw`\bsocat\b[^\n]{0,160}\bexec:["']?(?:/\w+)*/?(?:(?:ba|z)?sh|cmd)\b`,
        String.raw`\bNew-Object\s+(?:System\.)?Net\.Sockets\.TCPClient\b[^\n]{0,1000}(?:GetStream|iex|Invoke-Expression)`,
      ].join('|'),
      'gi',
    ),
  },
  'encoded-command': {
    ...error,
    means: 'A command is encoded, so that nobody can read what it does.',
    fix: 'Write the command plainly.',
    pattern: new RegExp(
      [
        String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|;]{0,200}\s[-/]e(?:c|n|nc\w*)?\s+["']?(?:[A-Za-z0-9+/]{40,}|…)`,
        `\\becho\\s+["']?[A-Za-z0-9+/=]{24,}["']?\\s*\\|\\s*base64\\s+(?:-d|-D|--decode)\\s*\\|\\s*(?:${SHELL}|${RUNS_INPUT})`,
        `\\bbase64\\s+(?:-d|-D|--decode)\\s*<<<\\s*\\S{24,}\\s*\\|\\s*(?:${SHELL}|${RUNS_INPUT})`,
      ].join('|'),
      'gi',
    ),
  },
  'miner-command': {
    ...error,
    means: 'A command starts a program that mines a currency.',
    fix: 'Remove it.',
    pattern:
      /(?:^|[\s"'/\\])(?<!\b(?:pkill|killall|pgrep|taskkill|grep)\b[^\n]{0,40})(?:xmrig|xmr-stak\w*|lolminer|nbminer|t-rex|phoenixminer|ethminer|cpuminer\w*|minerd|srbminer\S{0,12}|teamredminer|ccminer)(?:\.exe)?["']?\s[^\n]{0,200}?(?:\s-(?:o|a|u)\s|--(?:url|pool|algo|coin|donate-level|user|proto|config)\b)/gi,
  },
  'defences-off': {
    ...error,
    means: 'A command switches off the protection of the machine.',
    fix: 'Remove it.',
    pattern:
      /\b(?:Set-MpPreference\b[^\n]{0,120}-Disable\w+\s+(?:\$true|1)|Add-MpPreference\b[^\n]{0,80}-Exclusion\w+|netsh\s+advfirewall\s+set\s+\w+\s+state\s+off|setenforce\s+0\b|vssadmin(?:\.exe)?\s+delete\s+shadows)/gi,
  },
  'data-destroyed': {
    ...error,
    means: 'A command deletes everything that the user has.',
    fix: 'Remove it, or name the folder that it may delete.',
    pattern:
      /\brm\s+(?:-\w+\s+){0,3}-\w*(?:rf|fr|r)\w*\s+(?:--no-preserve-root\s+)?["']?(?:\/|~|\$HOME|\/\*|~\/\*|\/home)["']?\s*(?:$|[;&|\n])|\bdd\s+if=\/dev\/(?:zero|u?random)\s+of=\/dev\/(?:sd|nvme|hd|vd)\w|\b(?:rd|rmdir|del)\s+(?:\/\w\s+){1,3}["']?(?:C:\\\\?|%USERPROFILE%)["']?\s*(?:$|[;&|\n])/gim,
  },
  'login-added': {
    ...error,
    means: 'A command lets another key sign in to this machine.',
    fix: 'Remove it.',
    // A variable holds the key of the container's user, unless the file itself sets it to one.
    pattern:
      /(?:\becho\b(?:(?!\becho\b)[^\n]){1,2000}?)?(?<!\becho\s{1,4}(?:-\w{1,4}\s{1,4})?["']?\$\{?\w{1,60}\}?["']?\s{0,4}>?)>>?\s*["']?(?:~|\$HOME|\/root|\/home\/[\w$]{1,60})?\/?\.ssh\/authorized_keys\b|=\s{0,4}["']?ssh-\w{1,20}\s{1,4}AAAA(?=(?:(?!=\s{0,4}['"]?ssh-)[^]){0,20000}?\.ssh\/authorized_keys\b)/g,
  },
  'starts-with-system': {
    severity: 'warning',
    shadow: true,
    reads: 'commands',
    means: 'A command makes a program start whenever the machine or the user does.',
    fix: 'Let the user decide what starts with the machine.',
    pattern:
      /\bcrontab\s+(?:-u\s+\S{1,40}\s+)?(?!-[a-z])[^\s;&|]|\bschtasks(?:\.exe)?\s+\/create\b|\breg(?:\.exe)?\s+add\s+["']?HK(?:CU|LM)[^\n]{0,80}\\Run\b|\bsystemctl\s+(?:--user\s+)?enable\b|>>\s*["']?(?:~|\$HOME)\/\.(?:bashrc|zshrc|profile|bash_profile)\b/gi,
  },
} as const satisfies Record<string, CommandRule>;

export const commandRuleList = listRules<keyof typeof commandRules, CommandRule>(commandRules);
