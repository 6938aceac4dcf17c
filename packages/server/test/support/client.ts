import { type Renaming, makeNaming } from '@patchbay/contract';
import type { ReplyBody } from './reply-body.ts';
import { currentVariant } from './variants.ts';

/** An answer, read whole. */
// oxlint-disable-next-line typescript/no-explicit-any -- no contract says what is there
export interface Reply<Body = any> {
  status: number;
  headers: Headers;
  text: string;
  bytes: Uint8Array;
  /** The body as JSON; empty when it is none. */
  json: Body;
}

/**
 * One caller over HTTP. Paths begin with a slash; a whole address is taken as it is. A test speaks in neutral names
 * and reads them: here every one is replaced on its way, wherever it stands, as the variant's profile spells it.
 */
export class Client {
  readonly url: string;
  readonly bearer: string | undefined;
  readonly #renaming: Renaming | undefined = makeNaming(currentVariant().profile.naming);

  constructor(url: string, bearer?: string) {
    this.url = url;
    this.bearer = bearer;
  }

  get<const Path extends string>(
    path: Path,
    headers?: Record<string, string>,
  ): Promise<Reply<ReplyBody<'GET', Path>>> {
    return this.send('GET', path, undefined, headers);
  }

  /** Reads at a whole address, and does not follow to elsewhere. */
  getHere(address: string): Promise<Reply> {
    return this.#fetch(address, { redirect: 'manual' });
  }

  post<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<ReplyBody<'POST', Path>>> {
    return this.send('POST', path, body, headers);
  }

  put<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<ReplyBody<'PUT', Path>>> {
    return this.send('PUT', path, body, headers);
  }

  delete<const Path extends string>(path: Path): Promise<Reply<ReplyBody<'DELETE', Path>>> {
    return this.send('DELETE', path);
  }

  /** Puts a package to a signed address. */
  upload(
    address: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return this.#fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/zip', ...headers },
      body: bytes,
    });
  }

  /** Sends a JSON body where one is given. */
  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#fetch(path.startsWith('http') ? path : this.url + this.#toHost(path), {
      method,
      headers: {
        ...this.#authorization(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: this.#toHost(typeof body === 'string' ? body : JSON.stringify(body)) }),
    });
  }

  /** Sends bytes as they are. */
  sendBytes(
    method: string,
    path: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<Reply> {
    return this.#fetch(this.url + this.#toHost(path), {
      method,
      headers: { ...this.#authorization(), ...headers },
      body,
    });
  }

  #authorization(): Record<string, string> {
    return this.bearer === undefined ? {} : { authorization: `Bearer ${this.bearer}` };
  }

  #toHost(text: string): string {
    return this.#renaming === undefined ? text : this.#renaming.toHost(text);
  }

  async #fetch(address: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(address, init);
    const isEndless = response.headers.get('content-type') === 'text/event-stream';
    if (isEndless) await response.body?.cancel();
    const bytes = isEndless ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const renaming = isJson ? this.#renaming : undefined;
    let text: string | undefined;
    let json: unknown;
    const readText = (): string => {
      const written = new TextDecoder().decode(bytes);
      return renaming === undefined ? written : renaming.toNeutral(written);
    };
    // Many a test reads only the status, and some answers are as large as any may be.
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      get text() {
        return (text ??= readText());
      },
      get json() {
        return (json ??= isJson && bytes.length > 0 ? JSON.parse((text ??= readText())) : {});
      },
    };
  }
}
