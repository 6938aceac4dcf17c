import { limits } from '@patchbay/contract';
import { type ListingRow, publisherIdOf } from './catalogue.ts';
import { generatePackage, importedVersion } from './generate-package.ts';
import type { Registry } from './registry.ts';
import { sendAcceptable } from './send-acceptable.ts';

const publishersAtOnce = 8;

export interface ImportSummary {
  publishers: number;
  published: number;
  alreadyThere: number;
  appNodes: number;
  failures: { id: string; message: string }[];
  /** Values that the registry refused. Their nodes were imported without them. */
  dropped: { id: string; path: string; message: string }[];
}

/**
 * Publishes every entry that does not exist yet; an interrupted import continues where it stopped. A failed entry is
 * recorded, and the others continue.
 */
export const importEntries = async (
  registry: Registry,
  entries: readonly ListingRow[],
  onEntryDone: () => void,
): Promise<ImportSummary> => {
  const summary: ImportSummary = {
    publishers: 0,
    published: 0,
    alreadyThere: 0,
    appNodes: 0,
    failures: [],
    dropped: [],
  };
  const finished = await findFinished(registry, entries);
  const waiting = Map.groupBy(entries, publisherIdOf).entries();
  const work = async (): Promise<void> => {
    for (const [publisherId, group] of waiting) {
      const missing = group.filter(({ id }) => !finished.has(id));
      summary.publishers += 1;
      summary.alreadyThere += group.length - missing.length;
      for (let done = missing.length; done < group.length; done += 1) onEntryDone();
      await importGroup(registry, publisherId, missing, summary, onEntryDone);
    }
  };
  await Promise.all(Array.from({ length: publishersAtOnce }, work));
  return summary;
};

/** The ids of the entries whose version and definitions are in the registry. */
const findFinished = async (registry: Registry, entries: readonly ListingRow[]): Promise<Set<string>> => {
  const finished = new Set<string>();
  for (let start = 0; start < entries.length; start += limits.bulkItemsMax) {
    const slice = entries.slice(start, start + limits.bulkItemsMax);
    const { body } = await registry.call('bulkGetVersions', {
      body: { node_versions: slice.map(({ id }) => ({ node_id: id, version: importedVersion })) },
    });
    for (const { status, identifier, node_version } of body.node_versions) {
      if (status === 'success' && node_version.app_node_extract_status !== 'pending') {
        finished.add(identifier.node_id);
      }
    }
  }
  return finished;
};

const importGroup = async (
  registry: Registry,
  publisherId: string,
  entries: readonly ListingRow[],
  summary: ImportSummary,
  onEntryDone: () => void,
): Promise<void> => {
  const [first] = entries;
  if (first === undefined) return;
  const fail = (id: string, error: unknown) => {
    summary.failures.push({ id, message: error instanceof Error ? error.message : String(error) });
  };
  try {
    // An existing publisher is ours or not; creating the token shows which.
    const publisher = { id: publisherId, name: first.publisher };
    const request = { body: publisher, expected: [409] };
    await sendAcceptable(registry, 'createPublisher', request, ['/name'], noteDropped(summary, publisherId));
    const token = await registry.call('createToken', {
      params: { publisherId },
      body: { name: 'catalogue import' },
    });
    for (const entry of entries) {
      try {
        await importEntry(registry, publisherId, token.body.token, entry, noteDropped(summary, entry.id));
        summary.published += 1;
        summary.appNodes += entry.app_node_names.length;
      } catch (error) {
        fail(entry.id, error);
      }
      onEntryDone();
    }
    await registry.call('revokeToken', { params: { publisherId, tokenId: token.body.id } });
  } catch (error) {
    fail(publisherId, error);
  }
};

const noteDropped =
  ({ dropped }: ImportSummary, id: string) =>
  (fault: { path: string; message: string }): void => {
    dropped.push({ id, ...fault });
  };

const metadataPaths = ['name', 'author', 'description', 'repository', 'tags'].map((key) => `/node/${key}`);

const importEntry = async (
  registry: Registry,
  publisherId: string,
  token: string,
  entry: ListingRow,
  onDrop: ReturnType<typeof noteDropped>,
): Promise<void> => {
  const { id, name, author, description, repository, tags, github_stars, app_node_names } = entry;
  const publication = {
    params: { publisherId, nodeId: id },
    body: {
      personal_access_token: token,
      node: { id, name, author, description, repository, tags },
      node_version: { version: importedVersion },
    },
    expected: [409],
  };
  const published = await sendAcceptable(registry, 'publishVersion', publication, metadataPaths, onDrop);
  // 409: an interrupted import stored the package, but not the next steps.
  if (published.status === 201) {
    await registry.upload(published.body.signedUrl, await generatePackage(entry));
  }
  if (github_stars > 0) {
    await registry.call('updateNode', { params: { publisherId, nodeId: id }, body: { github_stars } });
  }
  await registry.call('putAppNodes', {
    params: { nodeId: id, version: importedVersion },
    body: { app_nodes: app_node_names.map((app_node_name) => ({ app_node_name })) },
  });
};
