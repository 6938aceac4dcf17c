import type { Interpreter } from '../evaluate/interpreter.ts';
import { keyOf } from '../values/key-of.ts';
import { makeDict, makeUnknown } from '../values/make-values.ts';
import type { DictValue } from '../values/value.ts';
import { dictMethods } from './dict-methods.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

/** Variables that systems, shells and Python set by themselves. */
const usuallySet = [
  'APPDATA',
  'COMPUTERNAME',
  'COMSPEC',
  'CONDA_PREFIX',
  'DISPLAY',
  'HOME',
  'HOMEDRIVE',
  'HOMEPATH',
  'HOSTNAME',
  'LANG',
  'LC_ALL',
  'LOCALAPPDATA',
  'LOGNAME',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PWD',
  'PYTHONPATH',
  'SHELL',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TERM',
  'TMP',
  'TMPDIR',
  'USER',
  'USERNAME',
  'USERPROFILE',
  'VIRTUAL_ENV',
  'WINDIR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
];

/** The environment of a new host: what packages name themselves is unset. */
export const makeEnvironment = (): DictValue => {
  const environment = makeDict();
  for (const name of usuallySet) {
    const value = makeUnknown(`os.environ["${name}"]`);
    environment.entries.set(keyOf(name), { key: name, value, isUncertain: true });
  }
  return environment;
};

export const describeEnvironment = (run: Interpreter): LibraryEntries => ({
  'os.environ': run.environment,
  'os.getenv': libraryFunction('getenv', ({ positional, keywords }, source) => {
    const [key, fallback] = positional;
    const given = [key, fallback ?? keywords.get('default')].filter((value) => value !== undefined);
    return dictMethods['get']?.(run.environment, { positional: given, keywords: new Map() }, run, source);
  }),
});
