import type { WantedArgument } from '../python/given-values.ts';
import type { PythonCall } from '../python/python-call.ts';
import { listRules } from '../rule.ts';
import { pythonNames } from './python-names.ts';
import type { PythonRule } from './python-rule.ts';
import { pythonWords } from './python-words.ts';

const error = { severity: 'error', shadow: false, reads: 'Python' } as const;
const warning = { severity: 'warning', shadow: false, reads: 'Python' } as const;

const isShell = ({ callee }: PythonCall): boolean => pythonNames.runsCommand.test(callee);
const runsPip = (call: PythonCall): boolean =>
  pythonNames.runsPip.test(call.callee) || (isShell(call) && call.origins().has('pip'));

/** What lets a function run code while it reads data, by its name: an argument, and what it must be. */
const UNSAFE_ARGUMENTS: readonly (readonly [name: RegExp, WantedArgument, given: RegExp])[] = [
  [/^numpy\.load$/, { keyword: 'allow_pickle', index: 2 }, /^(?:True|1)$/],
  [/^torch\.(?:serialization\.)?load$/, { keyword: 'weights_only' }, /^(?:False|0)$/],
  [/^torch\.(?:serialization\.)?load$/, { keyword: 'pickle_module', index: 2 }, /^(?!None$)/],
  [/^yaml\.load(?:_all)?$/, { keyword: 'Loader', index: 1 }, /(?:^|\.)C?(?:Unsafe|Full)?Loader$/],
  [/^(?:tensorflow\.)?keras\.(?:models|saving)\.load_model$/, { keyword: 'safe_mode' }, /^(?:False|0)$/],
];

/** Whether a call reads data that can run code: by its name, or by the argument that allows it. */
const deserializes = (call: PythonCall): boolean =>
  pythonNames.deserializes.test(call.callee) ||
  UNSAFE_ARGUMENTS.some(
    ([name, wanted, given]) =>
      name.test(call.callee) && call.given(wanted).some((written) => given.test(written)),
  ) ||
  /^torch\.package\.PackageImporter\(\)\.load_pickle$/.test(call.callee) ||
  (/^ruamel\.yaml\.YAML\(\)\.load(?:_all)?$/.test(call.callee) &&
    call.fileHolds(/\btyp\s*=\s*["']unsafe["']/));

const IMPORTS_PROFILE = /\bimport\b[^\n]*\bprofile\b|\bfrom\s+profile\s+import\b/;

/** Rules about code that runs other code, programs and installers. */
export const pythonRules = {
  'exec-decoded': {
    ...error,
    means:
      'Text that was encoded or compressed is decoded and run as code, so that nobody can read what runs.',
    fix: 'Put the decoded code into the package as a plain .py file and import it.',
    words: [...pythonWords.runsCode, ...pythonWords.runsCommand],
    finds: (call) =>
      (pythonNames.runsCode.test(call.callee) || pythonNames.runsCommandText.test(call.callee)) &&
      call.origins().has('decoded'),
  },
  'exec-downloaded': {
    ...error,
    means: 'What is run as code is downloaded first, so that it can change after every review.',
    fix: 'Put the code into the package, or name the package that holds it as a dependency.',
    words: [...pythonWords.runsCode, ...pythonWords.runsFile],
    finds: (call) =>
      (pythonNames.runsCode.test(call.callee) || pythonNames.runsFile.test(call.callee)) &&
      call.origins().has('downloaded'),
  },
  'deserialized-download': {
    ...error,
    means: 'Data from elsewhere is read in a format that can run any code when it is read.',
    fix: 'Read it as JSON or safetensors, or with the safe loader of its format.',
    words: pythonWords.deserializes,
    finds: (call) => {
      if (!deserializes(call)) return false;
      const origins = call.origins();
      return (
        origins.has('downloaded') || origins.has('received') || (call.isAtImport && origins.has('decoded'))
      );
    },
  },
  'unsafe-deserializer': {
    ...warning,
    means: 'A file is read in a format that can run any code when it is read.',
    fix: 'Use safetensors, weights_only=True, JSON or the safe loader of the format.',
    notice: 'Reads files in a format that can run code.',
    words: pythonWords.deserializes,
    finds: deserializes,
  },
  'unusual-runner': {
    ...warning,
    means: 'Text is run as code by a function that is made for debugging, measuring or the inside of Python.',
    fix: 'Call the function that is meant, or import its module.',
    notice: 'Runs code through tools that are made for debugging.',
    words: [...pythonWords.runsCode, '__subclasses__'],
    // From an empty literal, only a search for a class that no import shows asks for its class.
    finds: (call) =>
      // `profile` is also what a loop calls the profiles of a node.
      (pythonNames.runsUnusually.test(call.callee) &&
        (!call.callee.startsWith('profile.') || call.isHidden || call.fileHolds(IMPORTS_PROFILE))) ||
      (call.callee.endsWith('.__subclasses__') && call.fileHolds(/(?:\(\)|\[\]|\{\}|""|'')\.__class__\b/)),
  },
  'module-by-path': {
    ...warning,
    means: 'A Python file is run by its path, so that imports do not show what belongs to the package.',
    fix: 'Import it by its name, relative to the package.',
    words: pythonWords.runsFile,
    finds: (call) => pythonNames.runsFile.test(call.callee),
  },
  'configured-code': {
    ...warning,
    means: 'A logging configuration names a function that is called when the configuration is read.',
    fix: 'Make the handlers in code.',
    words: ['dictConfig', 'fileConfig', 'DictConfigurator'],
    finds: (call) =>
      /^logging\.config\.(?:dictConfig|fileConfig|DictConfigurator)$/.test(call.callee) &&
      call.fileHolds(
        /["']\(\)["']\s*:|\bext:\/\/|["']class["']\s*:\s*["'](?:os|posix|nt|subprocess|builtins|pty|runpy)\./,
      ),
  },
  'exec-long-literal': {
    ...error,
    means: 'A long literal without any readable text flows into code that runs.',
    fix: 'Put what it decodes to into the package as a plain file.',
    words: pythonWords.runsCode,
    finds: (call) => pythonNames.runsCode.test(call.callee) && call.origins().has('unreadable'),
  },
  'exec-by-name': {
    ...error,
    means: 'The function that runs text as code is fetched by its name, which serves only to hide the call.',
    fix: 'Call a function of the package instead, or write exec or eval plainly where it can be reviewed.',
    words: pythonWords.runsCode,
    finds: (call) => pythonNames.runsText.test(call.callee) && call.isHidden,
  },
  'marshalled-code': {
    ...error,
    means: 'Compiled Python code is loaded from data, which nobody can read.',
    fix: 'Put the source into the package as a plain .py file and import it.',
    words: ['marshal', ...pythonWords.runsCode],
    finds: (call) =>
      /^marshal\.loads?$/.test(call.callee) ||
      (pythonNames.runsCode.test(call.callee) && call.origins().has('unmarshalled')),
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
    notice: 'Runs code that it puts together.',
    words: pythonWords.runsCode,
    finds: (call) => pythonNames.runsText.test(call.callee) && call.literal === undefined,
  },
  'pip-at-import': {
    ...warning,
    means: 'Importing the package installs other packages, before anybody was asked.',
    fix: 'Name them in pyproject.toml or requirements.txt, which installers read.',
    notice: 'Installs other packages when it is imported.',
    words: ['pip', ...pythonWords.runsCommand],
    finds: (call) => runsPip(call) && call.isWithPackage,
  },
  'pip-at-run': {
    ...warning,
    means: 'The code installs other packages while it runs.',
    fix: 'Name them in pyproject.toml or requirements.txt, which installers read.',
    notice: 'Installs other packages while it runs.',
    words: ['pip', ...pythonWords.runsCommand],
    finds: (call) => runsPip(call) && !call.isWithPackage,
  },
  'command-at-import': {
    ...warning,
    means: 'Importing the package runs another program.',
    fix: 'Run it where its result is needed, inside a function.',
    notice: 'Runs other programs when it is imported.',
    words: pythonWords.runsCommand,
    finds: (call) => isShell(call) && call.isWithPackage && !runsPip(call),
  },
  'command-at-run': {
    ...warning,
    means: 'The code runs another program.',
    fix: 'Use a library where there is one, and hand arguments as a list, never as text for a shell.',
    notice: 'Runs other programs while it runs.',
    words: pythonWords.runsCommand,
    finds: (call) => isShell(call) && !call.isWithPackage && !runsPip(call),
  },
  'hidden-import': {
    ...warning,
    means: 'A function that runs programs or decodes data is reached by a name in a string.',
    fix: 'Import the module at the head of the file.',
    words: pythonWords.runsCommand,
    finds: (call) =>
      call.isHidden && /^(?:os|subprocess|base64|zlib|codecs|socket|pty|ctypes)\.\w/.test(call.callee),
  },
  'setup-command': {
    ...warning,
    means:
      'The set-up replaces a command of the installer, so that code of the package runs at installation.',
    fix: 'Describe the package in pyproject.toml alone.',
    notice: 'Runs code of its own when it is installed.',
    words: ['cmdclass'],
    finds: (call) => pythonNames.setsUp.test(call.callee) && call.keywords.includes('cmdclass'),
  },
  'bundled-library': {
    ...warning,
    means: 'A compiled library is loaded by its path, and what it does cannot be reviewed.',
    fix: 'Name a Python package that brings the library as a dependency.',
    notice: 'Loads a compiled library of its own.',
    words: ['ctypes'],
    finds: (call) =>
      pythonNames.loadsLibrary.test(call.callee) &&
      (call.literal ?? '/').includes('/') &&
      !call.origins().has('of the system'),
  },
} as const satisfies Record<string, PythonRule>;

export const pythonRuleList = listRules<keyof typeof pythonRules, PythonRule>(pythonRules);
