import type { Client } from '../client.ts';
import type { PublicChange } from '../generated/resources.ts';
import type { RequestOptions } from '../send.ts';
import { writeUrl } from '../write-url.ts';
import type { GetCatalogueArgs } from './get-catalogue.ts';
import { parseLine, requestLines } from './request-lines.ts';

/** A change with the position behind it. */
export interface StreamedChange {
  readonly position: string;
  readonly change: PublicChange;
}

/** The registry sends a comment every 15 seconds. */
const silenceMs = 45_000;

/**
 * The public changes as they come, over one connection: `GET /changes/stream`. It ends with the connection, or throws a
 * ConnectionError, or a TimeoutError after 45 seconds without a byte: continue with the last position as `since`, or use
 * `followCatalogue`.
 */
export const streamPublicChanges = async function* (
  client: Client,
  args: GetCatalogueArgs = {},
  options?: RequestOptions,
): AsyncGenerator<StreamedChange, void, undefined> {
  const url = client.url + writeUrl('/changes/stream', { ...args });
  const stream = { type: 'text/event-stream', silenceMs, isEndless: true };
  let position = args.since ?? '';
  for await (const line of requestLines(client, url, options, stream)) {
    if (line.startsWith('id: ')) position = line.slice('id: '.length);
    if (!line.startsWith('data: ')) continue;
    yield { position, change: parseLine(line.slice('data: '.length), url) as PublicChange };
  }
};
