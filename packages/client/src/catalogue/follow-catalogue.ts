import type { Client } from '../client.ts';
import { RegistryError } from '../errors.ts';
import { listPublicChanges } from '../generated/catalogue.ts';
import type { CatalogueNode, NodeVersion, PublicChange } from '../generated/resources.ts';
import { type RequestOptions, pause } from '../send.ts';
import { type CatalogueLine, type GetCatalogueArgs, getCatalogue } from './get-catalogue.ts';

/** A node or a version that there is, or a change of one. */
export type CatalogueChange =
  | PublicChange
  | { readonly kind: 'node.changed'; readonly node_id: string; readonly node: CatalogueNode }
  | {
      readonly kind: 'version.changed';
      readonly node_id: string;
      readonly version_id: string;
      readonly node_version: NodeVersion;
    };

/** Some changes of the catalogue, to be applied in order. */
export interface CatalogueBatch {
  /** Whether a whole catalogue begins: discard what you have before you apply the changes. */
  readonly isWhole: boolean;
  readonly changes: readonly CatalogueChange[];
  /** Where to continue once the changes are applied; undefined while more of the same catalogue follows. */
  readonly next: string | undefined;
}

export interface FollowCatalogueArgs extends GetCatalogueArgs {
  /** Seconds that a request waits for a change; 25 by default. With 0 it ends when there is none left. */
  readonly wait?: number | undefined;
}

const changesAtOnce = 1_000;
const waitSeconds = 25;
/** Before what would otherwise be asked again at once, without an end. */
const pauseMs = 1_000;

/**
 * The catalogue from `since` on, or all of it, and then every change as it comes, until the signal ends it. Starts over
 * with a whole catalogue where the registry does not know the position any more. Store `next` together with what the
 * changes made, and continue with it as `since`. Throws as every call; it can then be called again with the last `next`.
 */
export const followCatalogue = async function* (
  client: Client,
  { since, versions, wait = waitSeconds }: FollowCatalogueArgs = {},
  options?: RequestOptions,
): AsyncGenerator<CatalogueBatch, void, undefined> {
  let position = since;
  /** Whether the position is the end of a whole catalogue that was just read. */
  let isFresh = false;
  for (;;) {
    if (position === undefined) {
      for await (const batch of readWhole(client, versions, options)) {
        position = batch.next;
        yield batch;
      }
      isFresh = true;
      continue;
    }
    const found = await listPublicChanges(
      client,
      { since: position, limit: changesAtOnce, wait, versions },
      options,
    ).catch(unlessUnknown);
    if (found === undefined) {
      // One that was just given may be unknown again, as by another server behind the same address.
      if (isFresh) await rest(options?.signal);
      position = undefined;
      continue;
    }
    const { changes, next, more } = found;
    const goesOn = more && next !== position;
    position = next;
    isFresh = false;
    if (changes.length > 0) yield { isWhole: false, changes: changes.flatMap(withFormerIds), next };
    if (goesOn) continue;
    if (wait === 0) return;
    // Not every server or proxy waits.
    if (changes.length === 0) await rest(options?.signal);
  }
};

const rest = async (signal: AbortSignal | undefined): Promise<void> => {
  await pause(pauseMs, signal);
  signal?.throwIfAborted();
};

/** A node that was renamed takes the place of what was known under its former ids. */
const withFormerIds = (change: PublicChange): CatalogueChange[] => [
  ...(change.node?.former_ids ?? change.former_ids ?? []).map((id): PublicChange => {
    const { seq, at, publisher_id } = change;
    return { seq, at, kind: 'node.removed', node_id: id, publisher_id };
  }),
  change,
];

const readWhole = async function* (
  client: Client,
  versions: GetCatalogueArgs['versions'],
  options: RequestOptions | undefined,
): AsyncGenerator<CatalogueBatch, void, undefined> {
  let isWhole = true;
  let end: string | undefined;
  let changes: CatalogueChange[] = [];
  for await (const line of getCatalogue(client, { versions }, options)) {
    if (line.catalogue === undefined) changes.push(changeOf(line));
    else end = line.catalogue.next;
    if (changes.length < changesAtOnce) continue;
    yield { isWhole, changes, next: undefined };
    isWhole = false;
    changes = [];
  }
  yield { isWhole, changes, next: end };
};

const changeOf = (line: Exclude<CatalogueLine, { catalogue: object }>): CatalogueChange => {
  if (line.kind !== undefined) return line;
  if ('node' in line) return { kind: 'node.changed', node_id: line.node.id, node: line.node };
  const { node_version } = line;
  const { id: version_id, node_id } = node_version;
  return { kind: 'version.changed', node_id, version_id, node_version };
};

const unlessUnknown = (error: unknown): undefined => {
  if (error instanceof RegistryError && error.code === 'position_unknown') return undefined;
  throw error;
};
