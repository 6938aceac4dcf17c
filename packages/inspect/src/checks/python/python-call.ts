import type { Origin } from './origin.ts';

/** A call in Python source, with what the rules ask about it. */
export interface PythonCall {
  /** The dotted name of what is called, as far as imports and assignments tell it; "" when they do not. */
  callee: string;
  /** Whether the name was given as a string: getattr, __import__, globals()[…]. */
  isHidden: boolean;
  /** Whether that string has to be decoded, or put together, to be read. */
  isEncoded: boolean;
  /** Whether importing the file runs it, directly or through functions of the same file. */
  isAtImport: boolean;
  /** Its first argument, when that is a plain string; "" for None. */
  literal: string | undefined;
  /** Names of its keyword arguments. */
  keywords: readonly string[];
  /** What its positional arguments say, as a shell would be given it; "…" for what only a run could tell. */
  command: string;
  /** Where its arguments come from, or the one of that keyword, through variables and functions of the same file. */
  origins: (keyword?: string) => ReadonlySet<Origin>;
  /** Whether it runs a file that the same source downloads. */
  runsDownload: boolean;
  /** Whether the file holds a text that matches, be it in strings or comments. */
  fileHolds: (pattern: RegExp) => boolean;
  start: number;
  end: number;
}
