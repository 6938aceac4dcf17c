import { usualBytesMax } from './client.ts';
import { IntegrityError } from './errors.ts';

/** Called with the bytes sent so far and all bytes. */
export type OnProgress = (sentBytes: number, totalBytes: number) => void;

/** What is used of XMLHttpRequest, which Node.js does not know. */
interface BrowserRequest extends EventTarget {
  readonly upload: EventTarget;
  responseType: 'arraybuffer';
  readonly status: number;
  readonly statusText: string;
  readonly response: ArrayBuffer;
  readonly responseURL: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: RequestInit['body']): void;
  abort(): void;
}

/**
 * As `fetch`, and reports how much of the body has left, which browsers tell by XMLHttpRequest only. For browsers and
 * their workers. Throws an IntegrityError if the response has more than `bytesMax` bytes.
 */
export const fetchWithProgress = (
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: OnProgress,
  bytesMax = usualBytesMax,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest };
    const request = new XMLHttpRequest();
    const end = (): void => {
      reject(signal?.reason);
      request.abort();
    };
    const onBytes = (target: EventTarget, report: OnProgress): void =>
      target.addEventListener('progress', (event) => {
        const { loaded, total } = event as Event & { loaded: number; total: number };
        report(loaded, total);
      });
    onBytes(request.upload, onProgress);
    onBytes(request, (received) => {
      if (received <= bytesMax) return;
      reject(new IntegrityError(`${url} sent more than ${bytesMax} bytes.`));
      request.abort();
    });
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The connection failed or broke.')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', end));
    request.responseType = 'arraybuffer';
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    if (signal?.aborted) return end();
    signal?.addEventListener('abort', end);
    request.send(body);
  });

const responseOf = (request: BrowserRequest): Response => {
  const { status, statusText, response: body, responseURL } = request;
  const lines = request.getAllResponseHeaders().matchAll(/^(.+?): (.*)$/gm);
  const headers = [...lines].map(([, name = '', value = '']): [string, string] => [name, value]);
  // Some statuses allow no body, not even an empty one.
  const response = new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: responseURL });
};
