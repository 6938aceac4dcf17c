import type { Client } from '../client.ts';
import { IntegrityError } from '../errors.ts';
import type { CatalogueNode, NodeVersion, PublicChange } from '../generated/resources.ts';
import type { RequestOptions } from '../send.ts';
import { writeUrl } from '../write-url.ts';
import { parseLine, requestLines } from './request-lines.ts';

export interface GetCatalogueArgs {
  /** Only what changed since: `next` of an earlier answer. */
  readonly since?: string | undefined;
  /** `all` has every Active version besides the latest one of each node. */
  readonly versions?: 'latest' | 'all' | undefined;
}

/** What the first line of a catalogue says. */
export interface CatalogueHead {
  readonly last_seq: number;
  /** The position to continue from. */
  readonly next: string;
  /** Present if only changes since this number follow; without it, the whole catalogue does. */
  readonly since?: number;
  readonly nodes?: number;
  readonly versions?: number;
}

/** One line of a catalogue. */
export type CatalogueLine =
  | { readonly catalogue: CatalogueHead }
  | (PublicChange & { readonly catalogue?: undefined })
  | { readonly catalogue?: undefined; readonly kind?: undefined; readonly node: CatalogueNode }
  | { readonly catalogue?: undefined; readonly kind?: undefined; readonly node_version: NodeVersion };

/**
 * The whole catalogue, or what changed since a position, line by line as it arrives: `GET /catalogue`. Throws as every
 * call, also while lines arrive, and an IntegrityError if the catalogue is not whole. It may take longer than the
 * client's `timeoutMs`, as long as bytes arrive.
 */
export const getCatalogue = async function* (
  client: Client,
  args: GetCatalogueArgs = {},
  options?: RequestOptions,
): AsyncGenerator<CatalogueLine, void, undefined> {
  const url = client.url + writeUrl('/catalogue', { ...args });
  let head: CatalogueHead | undefined;
  let documents = 0;
  for await (const text of requestLines(client, url, options)) {
    const line = parseLine(text, url) as CatalogueLine;
    if (line.catalogue === undefined) documents += 1;
    else head = line.catalogue;
    yield line;
  }
  const expected = (head?.nodes ?? 0) + (head?.versions ?? 0);
  if (typeof head?.next !== 'string' || (head.since === undefined && documents !== expected))
    throw new IntegrityError(`${url} did not send the whole catalogue.`);
};
