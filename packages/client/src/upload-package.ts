import type { Client } from './client.ts';
import { type RequestOptions, send } from './send.ts';

export interface UploadOptions extends RequestOptions {
  /**
   * Called with the bytes sent so far and all bytes. Browsers cannot tell how far an upload is: there it is called at
   * the beginning and at the end.
   */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** As long as an upload URL is valid. */
const uploadTimeoutMs = 15 * 60_000;
const isBrowser = 'XMLHttpRequest' in globalThis;

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
  const isStreamed = onProgress !== undefined && !isBrowser;
  const headers = { 'content-type': 'application/zip', 'content-length': String(bytes.size) };
  await send(
    client,
    {
      url: signedUrl,
      // Each attempt needs a stream of its own.
      init: () => {
        onProgress?.(0, bytes.size);
        if (!isStreamed) return { method: 'PUT', headers, body: bytes };
        const body = bytes.stream().pipeThrough(counting((sent) => onProgress(sent, bytes.size)));
        return { method: 'PUT', headers, body, duplex: 'half' };
      },
      isRepeatable: true,
      read: (response) => response.arrayBuffer(),
    },
    { timeoutMs: uploadTimeoutMs, ...options },
  );
  if (!isStreamed) onProgress?.(bytes.size, bytes.size);
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
