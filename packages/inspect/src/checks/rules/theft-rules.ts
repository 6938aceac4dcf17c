import { listRules } from '../rule.ts';
import { CREDENTIAL_WORDS } from '../python/origin.ts';
import { pythonNames } from './python-names.ts';
import type { PythonRule } from './python-rule.ts';

const error = { severity: 'error', shadow: false, reads: 'Python' } as const;
const warning = { severity: 'warning', shadow: false, reads: 'Python' } as const;

/** Where stolen data is sent, with the part that names the account: a request to the host alone is harmless. */
const DROPS =
  /\bdiscord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\w|api\.telegram\.org\/bot[\w…{]|\bwebhook\.site\/\w|\.(?:m\.)?pipedream\.net\b|\.oast(?:ify)?\.\w+|\.burpcollaborator\.net\b|\bpastebin\.com\/(?:raw\/|api\/)\w|\btransfer\.sh\/\w|\bhooks\.slack\.com\/services\/\w|\.ngrok(?:-free)?\.\w+/i;
/** Patterns with which a program recognizes the addresses of wallets. */
const WALLET_PATTERNS =
  /\[13\]{1,2}\[[^\]\n]{3,40}\]\{2[4-6]|\(\?:?bc1|\bbc1\)?\[|0x\[[\da-fA-F\\-]{4,12}\]\{(?:40|64)\}|\bT\[A-Za-z1-9\]\{33\}|\[48\]\[0-9AB\]/i;
const HOST_FACTS =
  /\b(?:gethostname|getfqdn|getnode|getuser|getlogin|platform\.(?:node|uname)|os\.uname)\s*\(/;

/** What reads files, copies them, packs them or lists them. */
const READS_FILES =
  /^(?:(?:io\.)?open|shutil\.(?:copy(?:2|file|tree)?|move|make_archive)|os\.(?:listdir|scandir|walk)|glob\.i?glob|tarfile\.(?:open|TarFile(?:\.open)?)\(\)\.add|zipfile\.ZipFile\(\)\.write)$/;

/** One of them stands in every file that names credentials. */
const CREDENTIAL_RULE_WORDS = [
  'ssh',
  'id_(?:rsa|ed25519|ecdsa)',
  'aws',
  'kube',
  'docker',
  'git-credentials',
  '(?:pypi|net|npm)rc',
  'passwd',
  'shadow',
  '(?:bash|zsh)_history',
  'wallet',
];

/** Rules about code that takes what belongs to the user. */
export const theftRules = {
  'credentials-sent': {
    ...error,
    means: 'Keys or passwords that the user keeps for other programs are read and sent away.',
    fix: 'Remove it. Ask the user for the one credential that the node needs.',
    words: CREDENTIAL_RULE_WORDS,
    finds: (call) =>
      pythonNames.sends.test(call.callee) &&
      call.packageHolds(CREDENTIAL_WORDS) &&
      call.origins().has('credentials'),
  },
  'credentials-read': {
    ...warning,
    means: 'Keys or passwords that the user keeps for other programs are read.',
    fix: 'Ask the user for the one credential that the node needs.',
    notice: 'Reads keys or passwords of other programs.',
    words: CREDENTIAL_RULE_WORDS,
    finds: (call) =>
      (READS_FILES.test(call.callee) &&
        call.packageHolds(CREDENTIAL_WORDS) &&
        call.origins().has('credentials')) ||
      (/\.(?:read_text|read_bytes|open|iterdir|glob)$/.test(call.callee) &&
        call.packageHolds(CREDENTIAL_WORDS) &&
        call.receiver().has('credentials')),
  },
  'environment-sent': {
    ...error,
    means: 'All environment variables, which hold the secrets of other programs, are sent away.',
    fix: 'Read only the variables that the node needs, by their names.',
    words: [
      'environb?(?=\\.(?:copy|items|values)\\b|[^\\S\\n]*(?:[,)}\\]:;#\\n]|$)|\\s*[,)}\\]])',
      'proc/self/environ',
    ],
    finds: (call) => pythonNames.sends.test(call.callee) && call.origins().has('environment'),
  },
  'sent-at-import': {
    ...error,
    means: 'Importing the file sends data to a service at which stolen data is often dropped.',
    fix: 'Send nothing before the user asks for it, and then to a server of your own.',
    words: [
      'webhook\\w*',
      'telegram',
      'p(?:ipedream|astebin)',
      'transfer\\.sh',
      'ngrok',
      'oast\\w*',
      'burp\\w+',
    ],
    finds: (call) => pythonNames.sends.test(call.callee) && call.isAtImport && DROPS.test(call.command),
  },
  'clipboard-swapped': {
    ...error,
    means:
      'Code that knows the form of wallet addresses writes into the clipboard, as thieves of payments do.',
    fix: 'Remove it.',
    words: ['pyperclip', 'SetClipboard\\w*', 'clipboard\\w*'],
    finds: (call) =>
      /^(?:pyperclip|clipboard)\.copy$|\.(?:SetClipboardData|SetClipboardText|clipboard_append)$|\bclipboard\(\)\.setText$/.test(
        call.callee,
      ) && call.fileHolds(WALLET_PATTERNS),
  },
  'keyboard-watched': {
    ...warning,
    means: 'The code listens to everything that is typed, in whatever program.',
    fix: 'Listen in the own window alone, or say in the README what it is for.',
    notice: 'Listens to the keyboard.',
    words: ['pynput', 'keyboard'],
    finds: ({ callee }) =>
      /^(?:pynput\.keyboard\.Listener|keyboard\.(?:Listener|on_press|on_release|hook|record|read_event|start_recording))$/.test(
        callee,
      ),
  },
  'keys-sent': {
    ...error,
    means: 'What is typed in whatever program is recorded by code that also sends data away.',
    fix: 'Remove it.',
    words: ['pynput', 'keyboard'],
    finds: (call) =>
      /^(?:pynput\.keyboard\.Listener|keyboard\.(?:Listener|on_press|on_release|hook|start_recording))$/.test(
        call.callee,
      ) &&
      (call.fileHolds(DROPS) || call.fileHolds(/\bsmtplib\.|\bsendmail\(|\.sendall\(/)),
  },
  'host-data-sent': {
    ...warning,
    shadow: true,
    means: 'Importing the package sends the name of the machine or of its user away.',
    fix: 'Send nothing before the user asks for it.',
    words: ['get(?:hostname|fqdn|node|user|login)', 'uname'],
    finds: (call) => pythonNames.sends.test(call.callee) && call.isWithPackage && call.fileHolds(HOST_FACTS),
  },
} as const satisfies Record<string, PythonRule>;

export const theftRuleList = listRules<keyof typeof theftRules, PythonRule>(theftRules);
