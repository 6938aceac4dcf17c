import { type Client, platformFetch } from './client.ts';
import { fetchGiven } from './fetch-guarded.ts';
import { type OnProgress, fetchWithProgress } from './fetch-with-progress.ts';
import { readAny } from './read-reply.ts';
import { type RequestOptions, send } from './send.ts';

export interface UploadOptions extends RequestOptions {
  /**
   * Called with the bytes sent so far and all bytes; again from 0 if the upload is repeated. In browsers, a client with
   * a `fetch` of its own and a service worker know the beginning and the end only.
   */
  readonly onProgress?: OnProgress | undefined;
}

/** As long as an upload URL is valid. */
const uploadTimeoutMs = 15 * 60_000;

/**
 * Sends a package to the `signedUrl` of a publish. Safe to repeat, because the same bytes are accepted again. Throws a
 * ClientError.
 */
export const uploadPackage = async (
  client: Client,
  signedUrl: string,
  bytes: Blob,
  { onProgress, ...options }: UploadOptions = {},
): Promise<void> => {
  const { size } = bytes;
  const meter = onProgress === undefined ? 'none' : meterOf(client);
  const report = (sent: number): void => onProgress?.(sent, size);
  const message = {
    url: signedUrl,
    init: () => {
      report(0);
      const headers = { 'content-type': 'application/zip' };
      if (meter !== 'stream') return { method: 'PUT', headers, body: bytes };
      // Each attempt needs a stream of its own, and a stream has no length.
      return {
        method: 'PUT',
        headers: { ...headers, 'content-length': String(size) },
        body: bytes.stream().pipeThrough(counting(report)),
        duplex: 'half' as const,
      };
    },
    isRepeatable: true,
    // A bucket says nothing, and a registry what the publish has said.
    read: readAny,
  };
  const fetch: Client['fetch'] = (_, init = {}) =>
    fetchWithProgress(signedUrl, init, report, client.bytesMax);
  const sender = meter === 'request' ? { ...client, fetch } : client;
  await send(
    sender,
    { ...message, fetch: fetchGiven(sender) },
    {
      timeoutMs: uploadTimeoutMs,
      ...options,
    },
  );
  if (meter === 'none') report(size);
};

/** What can tell how far an upload is. Browsers stream no request over HTTP/1.1, and some not at all. */
const meterOf = ({ fetch }: Client): 'stream' | 'request' | 'none' => {
  if ('XMLHttpRequest' in globalThis) return fetch === platformFetch ? 'request' : 'none';
  return 'ServiceWorkerGlobalScope' in globalThis ? 'none' : 'stream';
};

const counting = (onBytes: (sentBytes: number) => void): TransformStream<Uint8Array, Uint8Array> => {
  let sent = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      sent += chunk.length;
      onBytes(sent);
    },
  });
};
