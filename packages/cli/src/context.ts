import type { Prompts } from './prompts/prompts.ts';

export interface Output {
  readonly isTerminal: boolean;
  /** How many characters a line of the terminal has, if it says so. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
  /** Writes bytes as fast as the reader takes them. */
  send(bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The world outside, as the commands see it. Tests hand in their own. */
export interface Context {
  /** The arguments after the name of the program. */
  readonly argv: readonly string[];
  readonly env: Readonly<Partial<Record<string, string>>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder, if there is one. */
  readonly home: string | undefined;
  readonly cwd: string;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  /** For results. */
  readonly stdout: Output;
  /** For progress, questions and errors. */
  readonly stderr: Output;
  /** Whether somebody can answer questions: standard input and error output are a terminal. */
  readonly isInteractive: boolean;
  readonly fetch: typeof fetch;
  /** Whether no registry may be called. */
  readonly isOffline?: boolean;
  readonly now: () => Date;
  /** Resolves after so much time, or rejects when the signal aborts. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Loaded at the first question. */
  readonly prompts: () => Promise<Prompts>;
  /** Shows an address in the browser. False if there is none. */
  readonly openBrowser: (url: string) => boolean;
}
