import type { Origin } from './origin.ts';

/** A call in Python source, with what the rules ask about it. */
export interface PythonCall {
  /** The dotted name of what is called, as far as imports and assignments tell it; "" when they do not. */
  callee: string;
  /** Whether the name was given as a string: getattr, __import__, globals()[…]. */
  isHidden: boolean;
  /** Whether importing the file runs it, directly or through functions of the same file. */
  isAtImport: boolean;
  /** Its first argument, when that is a plain string; "" for None. */
  literal: string | undefined;
  /** Names of its keyword arguments. */
  keywords: readonly string[];
  /** Where its arguments come from, through variables and functions of the same file. */
  origins: () => ReadonlySet<Origin>;
  start: number;
  end: number;
}
