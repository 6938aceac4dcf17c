import type { Origin } from '../python/origin.ts';
import type { PythonCall } from '../python/python-call.ts';
import { listRules } from '../rule.ts';
import { pythonNames } from './python-names.ts';
import type { PythonRule } from './python-rule.ts';
import { pythonWords } from './python-words.ts';
import { isUnproven, PACKAGE_ADDRESS } from './unproven-address.ts';

const error = { severity: 'error', shadow: false, reads: 'Python' } as const;

const isShell = ({ callee }: PythonCall): boolean => pythonNames.runsCommand.test(callee);

const STREAMS = ['stdin', 'stdout', 'stderr'] as const;
/** Functions whose names nobody has a reason to encode. */
const POWERFUL =
  /^(?:exec|eval|execfile|compile|__import__|(?:os|subprocess|base64|zlib|lzma|marshal|codecs|binascii|socket|pty|ctypes|requests|urllib|importlib)\.\w.*)$/;
const STARTS_THREAD =
  /\.(?:CreateThread|CreateRemoteThread(?:Ex)?|NtCreateThreadEx|RtlCreateUserThread|WriteProcessMemory)$/;

const START_UP_WORDS = [
  '(?:bash|zsh)rc',
  'bash_(?:profile|login)',
  'z(?:profile|shenv|login)',
  'profile',
  'xprofile',
  'xinitrc',
  '(?:site|user)customize',
  'get(?:user)?sitepackages',
  'sysconfig',
  'USER_SITE',
  'git[\\\\/]+hooks',
  'authorized_keys2?',
  'Launch(?:Agents|Daemons)',
  'config\\.fish',
  'profile_default',
  'get_python_lib',
  'autostart',
  'systemd',
  'Startup',
  'ld\\.so\\.preload',
  'cron\\w*',
  'CurrentVersion',
];
const OPENS = /^(?:open|io\.(?:open|FileIO)|codecs\.open|aiofiles\.open)$/;
const WRITES_ITSELF = /\.(?:write_text|write_bytes|touch|symlink_to|hardlink_to)$/;
const MOVES =
  /^(?:shutil\.(?:copy|copy2|copyfile|copytree|move)|urllib\.request\.urlretrieve|os\.(?:rename|replace|link|symlink))$/;
/** The keyword of what is written, where it is not `dst`. */
const TARGETS: Readonly<Record<string, string>> = { 'urllib.request.urlretrieve': 'filename' };
const WRITING = /[wax+]/;

/** A path file among the packages counts, and nothing else there. */
const isStartUp = (origins: ReadonlySet<Origin>): boolean =>
  origins.has('start-up file') || (origins.has('folder of packages') && origins.has('path file'));

const writesStartUp = (call: PythonCall): boolean => {
  const { callee } = call;
  if (OPENS.test(callee)) return WRITING.test(call.mode ?? '') && isStartUp(call.origins());
  if (callee === 'os.open')
    return call.fileHolds(/\bO_(?:WRONLY|RDWR|APPEND|CREAT)\b/) && isStartUp(call.origins());
  if (WRITES_ITSELF.test(callee)) return isStartUp(call.receiver());
  if (callee.endsWith('.open'))
    return WRITING.test(call.mode ?? call.literal ?? '') && isStartUp(call.receiver());
  if (MOVES.test(callee)) return isStartUp(call.target(TARGETS[callee] ?? 'dst'));
  return /^_?winreg\.SetValue(?:Ex)?$/.test(callee) && call.fileHolds(/CurrentVersion\\{1,2}Run(?:Once)?\b/);
};

/** Rules about code that lets someone else control the machine. */
export const takeoverRules = {
  'socket-to-shell': {
    ...error,
    means: 'Whoever is at the other end of a network connection can run commands or code here.',
    fix: 'Remove it, or answer named requests with functions of the package.',
    words: ['dup2', ...pythonWords.runsCommand, 'exec', 'eval'],
    finds: (call) => {
      if (call.callee === 'os.dup2') return call.origins().has('connection');
      if (call.callee === 'subprocess.Popen().stdin.write') return call.origins().has('received');
      if (pythonNames.runsText.test(call.callee)) return call.origins().has('received');
      if (!isShell(call)) return false;
      const isJoined = STREAMS.some((stream) => call.origins(stream).has('connection'));
      return isJoined || call.origins().has('received');
    },
  },
  'start-up-file': {
    ...error,
    means: 'The code writes what a shell, a session, Git, Python or the system runs or trusts by itself.',
    fix: 'Remove it, and tell the user in the README what to set up.',
    words: START_UP_WORDS,
    finds: writesStartUp,
  },
  'encoded-name': {
    ...error,
    means: 'A powerful function is reached by a name that has to be decoded or put together to be read.',
    fix: 'Import the module at the head of the file and call the function by its name.',
    words: pythonWords.runsCode,
    finds: (call) => call.isEncoded && POWERFUL.test(call.callee),
  },
  'download-and-run': {
    ...error,
    means: 'Importing the file downloads a program or script and runs it, which no review can see.',
    fix: 'Name the package that brings the program as a dependency, or let the user start the download.',
    words: [...pythonWords.runsCommand, 'exec', 'run_path'],
    finds: (call) =>
      (isShell(call) || /^(?:exec|runpy\.run_path)$/.test(call.callee)) &&
      call.isAtImport &&
      call.runsDownload,
  },
  'pip-from-address': {
    ...error,
    means: 'The code installs packages from an address without a name or without encryption.',
    fix: 'Name the packages in pyproject.toml or requirements.txt, and serve them by HTTPS.',
    words: ['pip', ...pythonWords.runsCommand],
    finds: (call) =>
      (pythonNames.runsPip.test(call.callee) || (isShell(call) && call.origins().has('pip'))) &&
      (call.command.match(PACKAGE_ADDRESS) ?? []).some(isUnproven),
  },
  'machine-code': {
    ...error,
    means: 'Bytes are put into memory and run there as machine code, which nobody can review.',
    fix: 'Name a Python package that brings the library as a dependency.',
    words: ['(?:Create(?:Remote)?|NtCreate|RtlCreateUser)Thread\\w*', 'WriteProcessMemory'],
    finds: (call) => STARTS_THREAD.test(call.callee) && call.fileHolds(/\bVirtualAlloc/),
  },
} as const satisfies Record<string, PythonRule>;

export const takeoverRuleList = listRules<keyof typeof takeoverRules, PythonRule>(takeoverRules);
