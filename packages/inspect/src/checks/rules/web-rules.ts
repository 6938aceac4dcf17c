import { listRules } from '../rule.ts';
import type { TextRule } from './text-rule.ts';

const error = { severity: 'error', shadow: false, reads: 'web' } as const;
const warning = { severity: 'warning', shadow: false, reads: 'web' } as const;

/** A call of what runs text, also as `(0, eval)(…)`, `window["eval"](…)` and by the constructor of a function. */
const RUNS = String.raw`(?:\b(?:eval|(?:Async)?(?:Generator)?Function|setTimeout|setInterval)\s*|\b(?:eval|Function)["'\`]?\s*[\])]\s*|\.constructor\s*\.\s*constructor\s*)\(\s*`;
const SCRIPT = String.raw`\bdocument\.createElement(?:NS)?\([^()\n]{0,80}["'\`]script["'\`]\s*\)`;
const HOLDS_TEXT = '(?:text|textContent|innerHTML|innerText)';
const DATA = String.raw`["'\`]data:(?:text|application)\/(?:java|ecma)script\b`;
/** An address of another server, also without the scheme. */
const ADDRESS = String.raw`["'\`](?:https?:)?\/\/[\w.-]{1,200}\.`;
const GLOBAL = String.raw`(?:window\.|globalThis\.|self\.|top\.)?`;
const WALLET_PATTERNS = /0x\[a-f(?:A-F)?0-9(?:A-F)?\]\{40\}|\bbc1\)?\[|\[13\]\[a-|0x[\da-f]{40}/i;

/** Rules about the JavaScript that a package brings for the browser or a program. */
export const webRules = {
  'web-exec-decoded': {
    ...error,
    means: 'Text that was encoded is decoded and run as JavaScript, so that nobody can read what runs.',
    fix: 'Put the decoded code into the package as a plain file.',
    pattern: new RegExp(
      [
        `${RUNS}${GLOBAL}(?:atob|unescape|decodeURIComponent|new\\s+TextDecoder\\([^()\\n]{0,40}\\)\\.decode|String\\.fromCharCode(?:\\.apply)?)\\s*\\(`,
        `${RUNS}["'\`][^\\n]{1,2000}?["'\`]\\.split\\(\\s*["'\`]{2}\\s*\\)\\.reverse\\(\\)`,
        `${RUNS}Buffer\\.from\\s*\\([^\\n]{1,400}?['"\`](?:base64|hex)['"\`]`,
        String.raw`\b([\w$]{1,40})\s*=\s*${GLOBAL}atob\s*\([^;\n]{1,2000}?\)[^]{0,1000}?${RUNS}\1\s*[),]`,
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
        String.raw`\.then\(\s*(?:async\s*)?\(?([\w$]{1,40})\)?\s*=>\s*\{?\s*(?:return\s+)?(?:\(0,\s*)?${GLOBAL}(?:new\s+)?(?:eval|Function)\)?\s*\(\s*\1\s*\)`,
        String.raw`\.then\(\s*function\s*\(([\w$]{1,40})\)\s*\{\s*(?:return\s+)?${GLOBAL}(?:new\s+)?(?:eval|Function)\s*\(\s*\2\s*\)`,
        String.raw`${RUNS}await\s+\(?\s*(?:await\s+)?fetch\s*\(`,
        String.raw`${RUNS}[\w$.]{1,40}\.responseText\s*\)`,
        String.raw`\b([\w$]{1,40})\s*=\s*await\s+\(\s*await\s+fetch\([^\n]{1,300}?\)\s*\)\.text\(\)[^]{0,400}?\b(?:eval|Function)\s*\(\s*\3\s*\)`,
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
        String.raw`\b([\w$]{1,40})\s*=\s*(?:${DATA}|${GLOBAL}URL\.createObjectURL\s*\()[^]{0,1000}?\bimport\s*\(\s*\1\s*\)`,
        String.raw`\b([\w$]{1,40})\s*=\s*${SCRIPT}[^]{0,1000}?\b\2\.src\s*=\s*${DATA}`,
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
      [
        String.raw`\b([\w$]{1,40})\s*=\s*${SCRIPT}[^]{0,1000}?\b\1\.(?:${HOLDS_TEXT}\s*=\s*|append(?:Child)?\(\s*(?:document\.createTextNode\(\s*)?)(?:${GLOBAL}(?:atob|unescape)\s*\(|await\s+\(?\s*(?:await\s+)?fetch\s*\()`,
        String.raw`\b([\w$]{1,40})\s*=\s*${GLOBAL}atob\s*\([^]{0,1000}?\b([\w$]{1,40})\s*=\s*${SCRIPT}[^]{0,1000}?\b\3\.${HOLDS_TEXT}\s*=\s*\2\b`,
        String.raw`\.then\(\s*\(?([\w$]{1,40})\)?\s*=>\s*\{[^}]{0,300}?\b([\w$]{1,40})\s*=\s*${SCRIPT}[^}]{0,300}?\b\5\.${HOLDS_TEXT}\s*=\s*\4\b`,
      ].join('|'),
      'g',
    ),
    beside: /createElement(?:NS)?\([^()\n]{0,80}["'`]script["'`]\s*\)/,
  },
  'web-script-element': {
    ...warning,
    means: 'A script of another server is loaded into the page, and can change after every review.',
    fix: 'Put the script into the package, or give the element its `integrity`.',
    notice: 'Loads scripts from other servers.',
    pattern: new RegExp(
      [
        String.raw`\b([\w$]{1,40})\s*=\s*${SCRIPT}[^]{0,1000}?\b\1\.(?:src\s*=|setAttribute\(\s*["'\`]src["'\`]\s*,)\s*${ADDRESS}`,
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
    pattern:
      /(?:\bfetch\s*\(|\bsendBeacon\s*\(|\baxios\.\w{1,8}\(|\.src\s*=|\blocation(?:\.href)?\s*=)\s*\(?\s*["'`]https?:\/\/[^]{0,300}?(?:\bdocument\.cookie\b|\bJSON\.stringify\(\s*(?:window\.)?(?:localStorage|sessionStorage)\b|\bbtoa\(\s*(?:window\.)?(?:document\.cookie|localStorage))/g,
    beside: /\bdocument\.cookie\b|\blocalStorage\b|\bsessionStorage\b/,
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
