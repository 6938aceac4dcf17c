import { listRules } from '../rule.ts';
import type { TextRule } from './text-rule.ts';
import {
  ADDRESS,
  ANY_ADDRESS,
  AWAITS_FETCH,
  DATA,
  DECODES,
  GLOBAL,
  HOLDS_TEXT,
  NAME,
  PAGE_DATA,
  RUNS,
  SCRIPT,
} from './web-patterns.ts';

const error = { severity: 'error', shadow: false, reads: 'web' } as const;
const warning = { severity: 'warning', shadow: false, reads: 'web' } as const;

const HAS_PAGE_DATA = new RegExp(PAGE_DATA);
const WALLET_PATTERNS = /0x\[a-f(?:A-F)?0-9(?:A-F)?\]\{40\}|\bbc1\)?\[|\[13\]\[a-|0x[\da-f]{40}/i;

const ENDS = /[([{]|[)\]}]|;|(?<![+=?:&|,.(\s])[ \t]*\n(?!\s*[+?:&|,.)])/g;

/** Whether the call or the assignment that begins with an address has data of the page. */
const hasPageData = (found: string, rest: string): boolean => {
  if (HAS_PAGE_DATA.test(found)) return true;
  const quote = found.match(/["'`]/)?.[0] ?? '"';
  const behind = quote === '`' ? rest : rest.slice(rest.indexOf(quote) + 1);
  const calls = found.includes('(') ? 1 : 0;
  let depth = calls;
  for (const { 0: sign, index } of behind.matchAll(ENDS)) {
    if (/^[([{]/.test(sign)) depth += 1;
    else if (/^[)\]}]/.test(sign)) depth -= 1;
    if (depth < calls || (depth === 0 && /^[;\s]/.test(sign)))
      return HAS_PAGE_DATA.test(behind.slice(0, index));
  }
  return HAS_PAGE_DATA.test(behind);
};

/** Of a request of the old kind. */
const OPENS_REQUEST = String.raw`\.open\s*\(\s*["'\`]\w{3,7}["'\`]\s*,\s*`;

/** Rules about the JavaScript that a package brings for the browser or a program. */
export const webRules = {
  'web-exec-decoded': {
    ...error,
    means: 'Text that was encoded is decoded and run as JavaScript, so that nobody can read what runs.',
    fix: 'Put the decoded code into the package as a plain file.',
    pattern: new RegExp(
      [
        `${RUNS}${DECODES}`,
        String.raw`${RUNS}(["'\`])(?:(?!\1)[^\\\n]|\\.){1,2000}\1\.split\(\s*["'\`]{2}\s*\)\.reverse\(\)`,
        `${RUNS}Buffer\\.from\\s*\\([^\\n]{1,400}?['"\`](?:base64|hex)['"\`]`,
      ].join('|'),
      'g',
    ),
    beside: /\b(?:atob|unescape|decodeURIComponent|TextDecoder|fromCharCode|Buffer|reverse)\b/,
  },
  'web-exec-downloaded': {
    ...error,
    means: 'JavaScript is downloaded as text and run, so that it can change after every review.',
    fix: 'Put the code into the package, or import it from an address that says what it is.',
    pattern: new RegExp(
      [
        String.raw`\.then\(\s*(?:eval|Function)\s*\)`,
        String.raw`\.then\(\s*(?:async\s*)?\(?(${NAME})\)?\s*=>\s*\{?\s*(?:return\s+)?(?:\(0,\s*)?${GLOBAL}(?:new\s+)?(?:eval|Function)\)?\s*\(\s*\1\s*\)`,
        String.raw`\.then\(\s*function\s*\((${NAME})\)\s*\{\s*(?:return\s+)?${GLOBAL}(?:new\s+)?(?:eval|Function)\s*\(\s*\2\s*\)`,
        `${RUNS}${AWAITS_FETCH}`,
        String.raw`${RUNS}[\w$.]{1,40}\.responseText\s*\)`,
      ].join('|'),
      'g',
    ),
    beside: /\bfetch\s*\(|XMLHttpRequest|responseText|\baxios\b/,
  },
  'web-import-data': {
    ...error,
    means: 'JavaScript is imported from text that is put together, so that no file holds what runs.',
    fix: 'Put the code into the package as a file and import that.',
    pattern: new RegExp(
      [
        String.raw`\bimport\s*\(\s*["'\`]data:`,
        String.raw`\bimport\s*\(\s*${GLOBAL}URL\.createObjectURL\s*\(`,
        String.raw`\bnew\s+(?:Shared)?Worker\s*\(\s*["'\`]data:`,
        String.raw`\b(?:import\s{0,9}|from\s{0,9}|importScripts\s*\(\s*)${DATA}`,
        String.raw`<script\b[^<>]{0,200}\ssrc\s*=\s*${DATA}`,
      ].join('|'),
      'g',
    ),
    beside: /\bimport\s*\(|Worker\b|\bdata:(?:text|application)\/(?:java|ecma)script\b/,
  },
  'web-script-decoded': {
    ...error,
    means: 'A script element is filled with text that was decoded or downloaded.',
    fix: 'Put the code into the package as a file and import that.',
    pattern: new RegExp(
      String.raw`\.then\(\s*\(?(${NAME})\)?\s*=>\s*\{[^}]{0,300}?\b(${NAME})\s*=\s*${SCRIPT}[^}]{0,300}?\b\2\.${HOLDS_TEXT}\s*=\s*\1\b`,
      'g',
    ),
    beside: /createElement/,
  },
  'web-script-element': {
    ...warning,
    means: 'A script of another server is loaded into the page, and can change after every review.',
    fix: 'Put the script into the package, or give the element its `integrity`.',
    notice: 'Loads scripts from other servers.',
    pattern: new RegExp(
      [
        String.raw`\bObject\.assign\(\s*${SCRIPT}\s*,\s*\{[^}]{0,200}?\bsrc\s*:\s*${ADDRESS}`,
        String.raw`(?:(?<![\w$])\$\.getScript|\bjQuery\.getScript|\bimportScripts|\bimport)\s*\(\s*${ADDRESS}`,
        String.raw`(?:^|[;}\n])[ \t]{0,99}(?:import\s{0,9}|(?:import|export)\b[^;"'\`=()]{1,500}?\bfrom\s{0,9})${ADDRESS}`,
        String.raw`<script\b(?<!<!--(?:(?!-->)[^]){0,300}<script)(?![^<>]{0,400}\sintegrity\s*=)[^<>]{0,200}\ssrc\s*=\s*\\?${ADDRESS}`,
      ].join('|'),
      'g',
    ),
    beside: /\b(?:https?:)?\/\/|["'`]\/\//,
  },
  'web-obfuscated': {
    ...warning,
    means: 'The JavaScript was written by an obfuscator, so that nobody can read what it does.',
    fix: 'Publish the source as it was written.',
    notice: 'Holds JavaScript that cannot be read.',
    pattern:
      /\bwhile\s*\(\s*!!\[\]\s*\)\s*\{\s*try\b|\bwhile\s*\(\s*true\s*\)\s*\{\s*try\s*\{\s*(?:const|var|let)\s+_0x/g,
    beside: /\b_0x[\da-f]{4,6}\b/,
  },
  'web-data-sent': {
    ...error,
    means: 'Cookies or everything that a page keeps in the browser are sent to another server.',
    fix: 'Send only what the node needs, to the server that the page came from.',
    // A call, or an assignment.
    pattern: new RegExp(
      [
        String.raw`\b(?<request>${NAME})${OPENS_REQUEST}${ANY_ADDRESS}(?:(?!\.open\s*\()[^]){0,400}?\b\k<request>\.send\(\s*(?:${PAGE_DATA})`,
        String.raw`(?:\b(?:fetch|sendBeacon|axios\.\w{1,8})\s*\(|\bnew\s+(?:WebSocket|EventSource)\s*\(|${OPENS_REQUEST}|\.src\s*=|\blocation(?:\.href)?\s*=)\s*\(?\s*${ANY_ADDRESS}`,
      ].join('|'),
      'g',
    ),
    accepts: hasPageData,
    beside: /\bdocument\.cookie\b|["'`]cookie["'`]|\blocalStorage\b|\bsessionStorage\b/,
  },
  'web-wallet-swapped': {
    ...error,
    means: 'Code that knows the form of wallet addresses changes the clipboard or the payments of a wallet.',
    fix: 'Remove it.',
    pattern:
      /\bethereum\.(?:request|send|sendAsync)\s*=[^=]|\b(?:clipboardData\.setData|clipboard\.writeText)\s*\(/g,
    beside: WALLET_PATTERNS,
    accepts: (found) => found.includes('ethereum') || found.includes('clipboardData'),
  },
  'web-socket-to-shell': {
    ...error,
    means:
      'A network connection is joined to a program, so that whoever is at its other end rules the machine.',
    fix: 'Remove it.',
    pattern: /\.pipe\(\s*[\w$.]{1,60}\.stdin\s*\)/g,
    beside: /\bnet\.(?:Socket|connect|createConnection)\b|require\(\s*["']net["']\s*\)/,
  },
  'web-download-to-shell': {
    ...error,
    means: 'A command downloads text and hands it to a shell, so that anything can run.',
    fix: 'Remove it, or tell the user in the README what to install.',
    pattern:
      /\b(?:exec|execSync|spawn|spawnSync)\s*\(\s*["'`][^\n]{0,60}?\b(?:curl|wget|iwr|irm|powershell)\b[^\n]{1,400}?(?:\|\s*(?:ba|z)?sh\b|\biex\b|\|\s*(?:node|python3?)\b|\s-e(?:nc\w*)?\s)/g,
    beside: /child_process/,
  },
} as const satisfies Record<string, TextRule>;

export const webRuleList = listRules<keyof typeof webRules, TextRule>(webRules);
