import type { Client } from './client.ts';
import { IntegrityError } from './errors.ts';
import { fetchFollowing } from './fetch-guarded.ts';
import type { NodeVersion } from './generated/resources.ts';
import { type RequestOptions, send } from './send.ts';

/** The bytes of a response as they arrive. Some browsers cannot iterate over a stream. */
const chunksOf = async function* ({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) yield part.value;
  } finally {
    await reader?.cancel();
  }
};

export interface DownloadOptions extends RequestOptions {
  /** Called with the bytes received so far and all bytes. */
  readonly onProgress?: ((receivedBytes: number, totalBytes: number) => void) | undefined;
}

/** A slow connection may take this long for one package, as long as bytes arrive. */
const downloadTimeoutMs = 15 * 60_000;

/** Ends an attempt in which nothing arrives for so long, so that the next one asks anew. */
const watchSilence = (limitMs: number): { begin: () => AbortSignal; hear: () => void; end: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();
  const hear = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error(`No bytes arrived for ${limitMs} ms.`)), limitMs);
  };
  const begin = (): AbortSignal => {
    controller = new AbortController();
    hear();
    return controller.signal;
  };
  return { begin, hear, end: () => clearTimeout(timer) };
};

/**
 * The package of a version, as `installNode` or `getVersion` returned it. Throws an IntegrityError if the version has
 * no package, or if the bytes differ from `package_bytes` or `package_sha256`; else as every call. An attempt that
 * receives nothing for the client's `timeoutMs` is a ConnectionError, and is repeated like one.
 */
export const downloadPackage = async (
  client: Client,
  version: Pick<NodeVersion, 'downloadUrl' | 'package_bytes' | 'package_sha256'>,
  { onProgress, ...options }: DownloadOptions = {},
): Promise<Uint8Array<ArrayBuffer>> => {
  const { downloadUrl, package_bytes: size, package_sha256: sha256 } = version;
  if (downloadUrl === undefined || size === undefined || sha256 === undefined) {
    throw new IntegrityError('This version has no package to download. Ask for a version that is Active.');
  }
  const follow = fetchFollowing(client);
  const silence = watchSilence(client.timeoutMs);
  // Without the token: packages are public and may be on another host.
  const message = {
    url: downloadUrl,
    init: () => ({}),
    isRepeatable: true,
    fetch: (url: string, init: RequestInit) =>
      follow(url, {
        ...init,
        signal: AbortSignal.any([...(init.signal ? [init.signal] : []), silence.begin()]),
      }),
    read: (response: Response) =>
      readExactly(response, size, (received) => {
        silence.hear();
        onProgress?.(received, size);
      }),
  };
  const [, body] = await send(client, message, { timeoutMs: downloadTimeoutMs, ...options }).finally(
    silence.end,
  );
  if ((await digestOf(body)) !== sha256) {
    throw new IntegrityError(
      `The package at ${downloadUrl} does not have the digest ${sha256}. Do not use it.`,
    );
  }
  return body;
};

const readExactly = async (
  response: Response,
  size: number,
  onBytes: (receivedBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = roomFor(size);
  let received = 0;
  for await (const chunk of chunksOf(response)) {
    if (received + chunk.length > size) throw sizeError(response, size);
    bytes.set(chunk, received);
    received += chunk.length;
    onBytes(received);
  }
  if (received < size) throw sizeError(response, size);
  return bytes;
};

const roomFor = (size: number): Uint8Array<ArrayBuffer> => {
  try {
    return new Uint8Array(size);
  } catch (cause) {
    throw new IntegrityError(`No memory can hold a package of ${size} bytes.`, { cause });
  }
};

const sizeError = ({ url }: Response, size: number): IntegrityError =>
  new IntegrityError(`The package at ${url} does not have ${size} bytes. Do not use it.`);

const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
