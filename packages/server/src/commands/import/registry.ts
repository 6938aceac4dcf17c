/** The answer of a registry, read as JSON. */
export interface RegistryReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the shapes are the contract's; each caller names what it reads
  body: any;
}

/** A registry reached over HTTP as one user. */
export class Registry {
  readonly #url: string;
  readonly #bearer: string | undefined;

  constructor(url: string, bearer?: string) {
    this.#url = url;
    this.#bearer = bearer;
  }

  /** Sends JSON. Throws, with the registry's own sentence, unless it answers 2xx or an `expected` status. */
  send(
    method: string,
    path: string,
    body?: unknown,
    expected: readonly number[] = [],
  ): Promise<RegistryReply> {
    return exchange(`${method} ${path}`, expected, this.#url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#bearer === undefined ? {} : { authorization: `Bearer ${this.#bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  upload(signedUrl: string, bytes: Uint8Array<ArrayBuffer>): Promise<RegistryReply> {
    return exchange('PUT of a package', [], signedUrl, {
      method: 'PUT',
      headers: { 'content-type': 'application/zip' },
      body: bytes,
    });
  }
}

const exchange = async (
  what: string,
  expected: readonly number[],
  url: string,
  request: RequestInit,
): Promise<RegistryReply> => {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok && !expected.includes(response.status)) {
    throw new Error(`${what} was answered ${response.status}: ${text}`);
  }
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};
