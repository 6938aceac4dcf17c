import { ConnectionError } from '@patchbay/client';
import type { Call } from '../call.ts';
import { underOwnName } from '../connect.ts';
import { CliError, requireOnline } from '../errors.ts';
import { toCliError } from '../to-cli-error.ts';

/** What a database may take and send. */
export const osvBounds = {
  requestMsMax: 30_000,
  /** All requests of one run. */
  allMsMax: 300_000,
  bytesMax: 16 * 1024 ** 2,
} as const;

/** A vulnerability database that speaks the API of OSV (https://google.github.io/osv.dev/api/). */
export interface Osv {
  /** Without a slash at its end. */
  readonly url: string;
  /** Sends a GET, or a POST if there is a body. Undefined for 404. Throws a CliError. */
  readonly ask: (path: string, body?: object) => Promise<unknown>;
}

const next = 'Check the address, which --osv and PATCHBAY_OSV_URL set.';

/** What is wrong with what a database sent. */
export const osvFault = (url: string, what: string, cause?: unknown): CliError =>
  new CliError('not_a_database', `${url} ${what}.`, { cause });

export const connectOsv = ({ context }: Call, url: string): Osv => {
  requireOnline(context);
  const fetch = underOwnName(context);
  const ofAll = AbortSignal.timeout(osvBounds.allMsMax);
  const ask: Osv['ask'] = async (path, body) => {
    const signal = AbortSignal.any([ofAll, AbortSignal.timeout(osvBounds.requestMsMax)]);
    try {
      const response = await fetch(url + path, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        // Nothing is asked elsewhere unseen.
        redirect: 'manual',
        signal,
      });
      return await readAnswer(url, response);
    } catch (error) {
      if (error instanceof CliError) throw error;
      if (signal.aborted) throw new CliError('timeout', `${url} did not respond in time.`, { cause: error });
      const lost = new ConnectionError(`${url} did not respond.`, { cause: error });
      throw toCliError(lost, { unreachable: next });
    }
  };
  return { url, ask };
};

const readAnswer = async (url: string, response: Response): Promise<unknown> => {
  const { ok, status } = response;
  if (!ok) {
    await response.body?.cancel();
    if (status === 404) return undefined;
    if (status === 429 || status >= 500)
      throw new CliError('unavailable', `${url} answers ${status}: it asks to try later.`);
    throw osvFault(url, `answers ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > osvBounds.bytesMax) throw osvFault(url, `sent more than ${osvBounds.bytesMax} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch (cause) {
    throw osvFault(url, 'sent what is not JSON', cause);
  }
};
