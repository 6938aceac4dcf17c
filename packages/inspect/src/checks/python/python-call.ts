import type { WantedArgument } from './given-values.ts';
import type { Origin } from './origin.ts';

/** A call in Python source, with what the rules need to know about it. */
export interface PythonCall {
  /** A dotted name that the called function can have. */
  callee: string;
  /** Whether the name was given as a string: getattr, __import__, globals()[…]. */
  isHidden: boolean;
  /** Whether that string must be decoded or joined before it can be read. */
  isEncoded: boolean;
  /** Whether importing the file runs it, directly or through functions of the package. */
  isAtImport: boolean;
  /** The same, if the package imports the file, as far as can be told. */
  isWithPackage: boolean;
  /** Its first argument, when that is a plain string; "" for None. */
  literal: string | undefined;
  /** Its second argument or `mode`, when that is a plain string. */
  mode: string | undefined;
  /** The text of its first argument, with "…" for what only running the code could tell. */
  code: string;
  /** Names of its keyword arguments. */
  keywords: readonly string[];
  /** The arguments that a shell would get, with "…" for what only running the code could tell. */
  command: string;
  /** What one of its arguments can be, as it is written or by its dotted name. */
  given: (wanted: WantedArgument) => readonly string[];
  /** Where its arguments come from, or the one of that keyword, through variables and functions of the package. */
  origins: (keyword?: string) => ReadonlySet<Origin>;
  /** Where its second argument comes from, or the one of that keyword. */
  target: (keyword: string) => ReadonlySet<Origin>;
  /** Where the object comes from whose method is called. */
  receiver: () => ReadonlySet<Origin>;
  /** Whether it runs a file that the same source downloads. */
  runsDownload: boolean;
  /** Whether the file has a text that matches, in strings and comments too. */
  fileHolds: (pattern: RegExp) => boolean;
  /** Whether a word stands anywhere in the Python of the package: cheaper than to trace what could have it. */
  packageHolds: (words: RegExp) => boolean;
  start: number;
  end: number;
}
