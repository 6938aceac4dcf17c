import type { Reply } from './client.ts';

/** A tool of a host: what it sends and reads is in the host's own names, whatever the variant of the suite. */
export class HostClient {
  readonly #url: string;
  readonly #bearer: string | undefined;

  constructor(url: string, bearer?: string) {
    this.#url = url;
    this.#bearer = bearer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: object): Promise<Reply> {
    return this.send('POST', path, body);
  }

  put(path: string, body?: object): Promise<Reply> {
    return this.send('PUT', path, body);
  }

  async send(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#bearer === undefined ? {} : { authorization: `Bearer ${this.#bearer}` }),
        ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: isJson && text !== '' ? (JSON.parse(text) as unknown) : {},
    };
  }
}
