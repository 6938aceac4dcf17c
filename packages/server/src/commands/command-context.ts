import type { ServerParts } from '../server.ts';

interface Output {
  write(text: string): unknown;
}

/** The world outside, as the commands see it. Tests hand in their own. */
export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean };
  /** For results. */
  readonly stdout: Output;
  /** For progress and errors. */
  readonly stderr: Output;
  /** Parts that a test hands in for the server that a command starts. */
  readonly parts?: Partial<ServerParts>;
}
