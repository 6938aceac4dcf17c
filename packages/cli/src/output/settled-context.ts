import type { Context } from '../context.ts';
import { inkFor } from './ink.ts';
import { printable } from './printable.ts';

interface Settings {
  readonly verbose: boolean;
  readonly offline: boolean;
}

/** The world outside as the flags of every command have it. */
export const settledContext = (context: Context, { verbose, offline }: Settings): Context => ({
  ...context,
  ...(offline && { isOffline: true }),
  ...(verbose && { fetch: showing(context) }),
});

/** As `fetch`, with a line for each request. Queries are left out: some hold a signature. */
const showing = (context: Context): typeof fetch => {
  const ink = inkFor(context, context.stderr);
  return async (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
    const what = `${init?.method ?? 'GET'} ${origin}${pathname}`;
    const begun = performance.now();
    const show = (outcome: string): void => {
      const ms = Math.round(performance.now() - begun);
      context.stderr.write(`${ink.dim(printable(`${what} ${outcome} (${ms} ms)`))}\n`);
    };
    try {
      const response = await context.fetch(input, init);
      show(`→ ${response.status}`);
      return response;
    } catch (error) {
      show(`failed: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  };
};
