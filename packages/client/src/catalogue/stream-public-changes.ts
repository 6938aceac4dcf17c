import type { Client } from '../client.ts';
import { IntegrityError } from '../errors.ts';
import type { PublicChange } from '../generated/resources.ts';
import { type RequestOptions, send } from '../send.ts';
import { writeUrl } from '../write-url.ts';
import type { GetCatalogueArgs } from './get-catalogue.ts';
import { readLines } from './read-lines.ts';

/** A change with the position behind it. */
export interface StreamedChange {
  readonly position: string;
  readonly change: PublicChange;
}

/** A stream has no end; the signal ends it. */
const endless = 2 ** 31 - 1;

/**
 * The public changes as they come, over one connection: `GET /changes/stream`. It ends with the connection, or throws a
 * ConnectionError: continue with the last position as `since`, or use `followCatalogue`, which does.
 */
export const streamPublicChanges = async function* (
  client: Client,
  args: GetCatalogueArgs = {},
  options: RequestOptions = {},
): AsyncGenerator<StreamedChange, void, undefined> {
  const url = client.url + writeUrl('/changes/stream', { ...args });
  const message = {
    url,
    init: () => ({}),
    isRepeatable: true,
    read: (response: Response) => Promise.resolve(response),
  };
  const [, response] = await send(client, message, { timeoutMs: endless, ...options });
  let position = args.since ?? '';
  for await (const line of readLines(response, Infinity)) {
    if (line.startsWith('id: ')) position = line.slice('id: '.length);
    if (!line.startsWith('data: ')) continue;
    yield { position, change: parse(line.slice('data: '.length), url) };
  }
};

const parse = (text: string, url: string): PublicChange => {
  try {
    return JSON.parse(text) as PublicChange;
  } catch (cause) {
    throw new IntegrityError(`${url} sent invalid JSON.`, { cause });
  }
};
