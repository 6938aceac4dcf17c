import { setTimeout as wait } from 'node:timers/promises';
import {
  type Endpoint,
  type EndpointName,
  type Profile,
  compileRename,
  endpoints,
  makeNaming,
  wireOf,
  writePath,
} from '@patchbay/contract';

/** The response of a registry, parsed as JSON with neutral names. */
export interface RegistryReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the shapes are the contract's; each caller names what it reads
  body: any;
}

export interface RegistryRequest {
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Statuses besides 2xx that the caller handles. */
  expected?: readonly number[];
}

/** A registry reached over HTTP as one user, in the naming of its profile. */
export class Registry {
  readonly #url: string;
  readonly #profile: Profile;
  readonly #bearer: string | undefined;

  constructor(url: string, profile: Profile, bearer?: string) {
    this.#url = url;
    this.#profile = profile;
    this.#bearer = bearer;
  }

  /** The same registry as another user. */
  as(bearer: string): Registry {
    return new Registry(this.#url, this.#profile, bearer);
  }

  /** Calls an endpoint. Throws with the registry's message unless the status is 2xx or one of `expected`. */
  async call(
    name: EndpointName,
    { params = {}, body, expected = [] }: RegistryRequest = {},
  ): Promise<RegistryReply> {
    const { method, path, ...rename } = this.#spell(endpoints[name]);
    const address = writePath(path)(params);
    const reply = await exchange(`${method} ${address}`, expected, this.#url + address, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#bearer === undefined ? {} : { authorization: `Bearer ${this.#bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(rename.body?.(body) ?? body) }),
    });
    const isAnswer = reply.status < 300 && reply.body !== undefined;
    return isAnswer ? { ...reply, body: rename.reply?.(reply.body) ?? reply.body } : reply;
  }

  upload(signedUrl: string, bytes: Uint8Array<ArrayBuffer>): Promise<RegistryReply> {
    return exchange('PUT of a package', [], signedUrl, {
      method: 'PUT',
      headers: { 'content-type': 'application/zip' },
      body: bytes,
    });
  }

  #spell(endpoint: Endpoint) {
    const renaming = makeNaming(this.#profile.naming);
    const { body, reply } = endpoint;
    return {
      method: endpoint.method,
      path: wireOf(endpoint, renaming).path,
      body: typeof body === 'object' ? compileRename(body, renaming, 'toHost') : undefined,
      reply: typeof reply.body === 'object' ? compileRename(reply.body, renaming, 'toNeutral') : undefined,
    };
  }
}

/** Waits as long as the registry says when it limits the rate. */
const exchange = async (
  what: string,
  expected: readonly number[],
  url: string,
  request: RequestInit,
): Promise<RegistryReply> => {
  const response = await fetch(url, request);
  const text = await response.text();
  if (response.status === 429) {
    await wait(1_000 * Number(response.headers.get('retry-after') ?? 1));
    return exchange(what, expected, url, request);
  }
  if (!response.ok && !expected.includes(response.status)) {
    throw new Error(`${what} was answered ${response.status}: ${text}`);
  }
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};
