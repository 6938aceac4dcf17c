import type { PythonCall } from '../python/python-call.ts';
import { listRules, type RuleText } from '../rule.ts';

interface PythonRule extends RuleText {
  /** Calls are known in Python alone. */
  reads: 'Python';
  /** Patterns of words, one of which stands in every file in which the rule can find something. */
  words: readonly string[];
  finds: (call: PythonCall) => boolean;
}

const error = { severity: 'error', shadow: false, reads: 'Python' } as const;
const warning = { severity: 'warning', shadow: false, reads: 'Python' } as const;

const RUNS_CODE =
  /^(?:exec|eval|compile|execfile|types\.(?:FunctionType|CodeType)|code\.InteractiveInterpreter.*)$/;
const RUNS_TEXT = /^(?:exec|eval|execfile)$/;
const SHELL =
  /^(?:os\.(?:system|popen|startfile|(?:spawn|exec)[lv]p?e?|posix_spawnp?)|subprocess\.(?:run|call|Popen|check_call|check_output|getoutput|getstatusoutput)|pty\.spawn|asyncio\.create_subprocess_(?:exec|shell)|commands\.getoutput)$/;
const SHELL_TEXT = /^(?:os\.(?:system|popen)|subprocess\.(?:getoutput|getstatusoutput))$/;
const PIP = /^pip\.(?:main|_internal\.(?:main|cli\.main\.main|main\.main))$/;
const LOADS_LIBRARY = /^ctypes\.(?:CDLL|WinDLL|OleDLL|PyDLL|(?:cdll|windll|oledll|pydll)\.LoadLibrary)$/;
const SETUP = /^(?:setup|setuptools\.setup|distutils\.core\.setup)$/;

const RUN_CODE_WORDS = ['exec', 'eval', 'compile', 'execfile', 'FunctionType', 'CodeType'];
const SHELL_WORDS = [
  'system',
  'popen',
  'startfile',
  'posix_spawn',
  'spawn\\w*',
  'exec[lv]\\w*',
  'subprocess',
  'create_subprocess_\\w+',
  'getoutput',
];

const isShell = ({ callee }: PythonCall): boolean => SHELL.test(callee);
const runsPip = (call: PythonCall): boolean =>
  PIP.test(call.callee) || (isShell(call) && call.origins().has('pip'));

/** Rules about what Python code does; each looks at one call and what flows into it. */
export const pythonRules = {
  'exec-decoded': {
    ...error,
    means:
      'Text that was encoded or compressed is decoded and run as code, so that nobody can read what runs.',
    fix: 'Put the decoded code into the package as a plain .py file and import it.',
    words: [...RUN_CODE_WORDS, ...SHELL_WORDS],
    finds: (call) =>
      (RUNS_CODE.test(call.callee) || SHELL_TEXT.test(call.callee)) && call.origins().has('decoded'),
  },
  'exec-downloaded': {
    ...error,
    means: 'What is run as code is downloaded first, so that it can change after every review.',
    fix: 'Put the code into the package, or name the package that holds it as a dependency.',
    words: RUN_CODE_WORDS,
    finds: (call) => RUNS_CODE.test(call.callee) && call.origins().has('downloaded'),
  },
  'exec-long-literal': {
    ...error,
    means: 'A long literal without any readable text flows into code that runs.',
    fix: 'Put what it decodes to into the package as a plain file.',
    words: RUN_CODE_WORDS,
    finds: (call) => RUNS_CODE.test(call.callee) && call.origins().has('unreadable'),
  },
  'exec-by-name': {
    ...error,
    means: 'The function that runs text as code is fetched by its name, which serves only to hide the call.',
    fix: 'Call a function of the package instead, or write exec or eval plainly where it can be reviewed.',
    words: RUN_CODE_WORDS,
    finds: (call) => RUNS_TEXT.test(call.callee) && call.isHidden,
  },
  'marshalled-code': {
    ...error,
    means: 'Compiled Python code is loaded from data, which nobody can read.',
    fix: 'Put the source into the package as a plain .py file and import it.',
    words: ['marshal', ...RUN_CODE_WORDS],
    finds: (call) =>
      /^marshal\.loads?$/.test(call.callee) ||
      (RUNS_CODE.test(call.callee) && call.origins().has('unmarshalled')),
  },
  'obfuscated-source': {
    ...error,
    means: 'The file was written by an obfuscator, so that nobody can read what it does.',
    fix: 'Publish the source as it was written.',
    words: ['__pyarmor__', 'pyarmor_runtime\\w*'],
    finds: ({ callee }) =>
      /^(?:__pyarmor__|pyarmor_runtime\w*\..*|pytransform\.pyarmor_runtime)$/.test(callee),
  },
  'exec-dynamic': {
    ...warning,
    means: 'Text that is put together at run time is run as code.',
    fix: 'Use a table of functions, ast.literal_eval or a parser of your own for the text that is expected.',
    words: RUN_CODE_WORDS,
    finds: (call) => RUNS_TEXT.test(call.callee) && call.literal === undefined,
  },
  'pip-at-import': {
    ...warning,
    means: 'Importing the package installs other packages, before anybody was asked.',
    fix: 'Name them in pyproject.toml or requirements.txt, which installers read.',
    words: ['pip', ...SHELL_WORDS],
    finds: (call) => call.isAtImport && runsPip(call),
  },
  'pip-at-run': {
    ...warning,
    means: 'The code installs other packages while it runs.',
    fix: 'Name them in pyproject.toml or requirements.txt, which installers read.',
    words: ['pip', ...SHELL_WORDS],
    finds: (call) => !call.isAtImport && runsPip(call),
  },
  'command-at-import': {
    ...warning,
    means: 'Importing the package runs another program.',
    fix: 'Run it where its result is needed, inside a function.',
    words: SHELL_WORDS,
    finds: (call) => call.isAtImport && isShell(call) && !runsPip(call),
  },
  'command-at-run': {
    ...warning,
    means: 'The code runs another program.',
    fix: 'Use a library where there is one, and hand arguments as a list, never as text for a shell.',
    words: SHELL_WORDS,
    finds: (call) => !call.isAtImport && isShell(call) && !runsPip(call),
  },
  'hidden-import': {
    ...warning,
    means: 'A function that runs programs or decodes data is reached by a name in a string.',
    fix: 'Import the module at the head of the file.',
    words: SHELL_WORDS,
    finds: (call) =>
      call.isHidden && /^(?:os|subprocess|base64|zlib|codecs|socket|pty|ctypes)\.\w/.test(call.callee),
  },
  'setup-command': {
    ...warning,
    means:
      'The set-up replaces a command of the installer, so that code of the package runs at installation.',
    fix: 'Describe the package in pyproject.toml alone.',
    words: ['cmdclass'],
    finds: (call) => SETUP.test(call.callee) && call.keywords.includes('cmdclass'),
  },
  'bundled-library': {
    ...warning,
    means: 'A compiled library is loaded by its path, and what it does cannot be reviewed.',
    fix: 'Name a Python package that brings the library as a dependency.',
    words: ['ctypes'],
    finds: (call) =>
      LOADS_LIBRARY.test(call.callee) &&
      (call.literal ?? '/').includes('/') &&
      !call.origins().has('of the system'),
  },
} as const satisfies Record<string, PythonRule>;

export const pythonRuleList = listRules<keyof typeof pythonRules, PythonRule>(pythonRules);
