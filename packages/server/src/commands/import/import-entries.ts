import {
  type Client,
  RegistryError,
  bulkGetVersions,
  createPublisher,
  createToken,
  listVersionAppNodes,
  publishVersion,
  putAppNodes,
  revokeToken,
  updateNode,
  uploadPackage,
} from '@patchbay/client';
import { type ErrorCode, limits } from '@patchbay/contract';
import { type ListingRow, publisherIdOf } from './catalogue.ts';
import { generatePackage, generatedCategory, importedVersion } from './generate-package.ts';

const publishersAtOnce = 8;
const tokenMs = 24 * 60 * 60_000;

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
  registry: Client,
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
      const missing: ListingRow[] = [];
      for (const entry of group) {
        if (!finished.has(entry.id) || !(await hasDefinitions(registry, entry))) missing.push(entry);
      }
      summary.publishers += 1;
      summary.alreadyThere += group.length - missing.length;
      for (let done = missing.length; done < group.length; done += 1) onEntryDone();
      await importGroup(registry, publisherId, missing, summary, onEntryDone);
    }
  };
  await Promise.all(Array.from({ length: publishersAtOnce }, work));
  return summary;
};

/** Whether the app-nodes of an entry are those that it names, and not yet what was read of the generated package. */
const hasDefinitions = async (registry: Client, { id, app_node_names }: ListingRow): Promise<boolean> => {
  if (app_node_names.length === 0) return true;
  const {
    app_nodes: [first],
  } = await listVersionAppNodes(registry, {
    nodeId: id,
    version: importedVersion,
    limit: 1,
  });
  return first !== undefined && first.category !== generatedCategory;
};

/** The ids of the entries whose packages are in the registry. */
const findFinished = async (registry: Client, entries: readonly ListingRow[]): Promise<Set<string>> => {
  const finished = new Set<string>();
  for (let start = 0; start < entries.length; start += limits.bulkItemsMax) {
    const slice = entries.slice(start, start + limits.bulkItemsMax);
    const reply = await bulkGetVersions(registry, {
      body: { node_versions: slice.map(({ id }) => ({ node_id: id, version: importedVersion })) },
    });
    for (const { identifier, node_version } of reply.node_versions) {
      if (node_version !== undefined && node_version.app_node_extract_status !== 'pending') {
        finished.add(identifier.node_id);
      }
    }
  }
  return finished;
};

const importGroup = async (
  registry: Client,
  publisherId: string,
  entries: readonly ListingRow[],
  summary: ImportSummary,
  onEntryDone: () => void,
): Promise<void> => {
  const [first] = entries;
  if (first === undefined) return;
  const fail = (id: string, error: unknown) => {
    summary.failures.push({ id, message: describe(error) });
  };
  try {
    // An existing publisher is ours or not; creating the token shows which.
    await unlessRefused('id_taken', () =>
      sendAcceptable(
        (body) => createPublisher(registry, { body }),
        { id: publisherId, name: first.publisher },
        ['/name'],
        noteDropped(summary, publisherId),
      ),
    );
    // Of an import that is killed, the token ends by itself.
    const expiresAt = new Date(Date.now() + tokenMs).toISOString();
    const token = await createToken(registry, { publisherId, body: { name: 'catalogue import', expiresAt } });
    for (const entry of entries) {
      try {
        await importEntry(registry, publisherId, token.token, entry, noteDropped(summary, entry.id));
        summary.published += 1;
        summary.appNodes += entry.app_node_names.length;
      } catch (error) {
        fail(entry.id, error);
      }
      onEntryDone();
    }
    await revokeToken(registry, { publisherId, tokenId: token.id });
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
  registry: Client,
  publisherId: string,
  token: string,
  entry: ListingRow,
  onDrop: ReturnType<typeof noteDropped>,
): Promise<void> => {
  const { id, name, author, description, repository, tags, github_stars, app_node_names } = entry;
  // `version_exists`: an interrupted import stored the package, but not the next steps.
  const published = await unlessRefused('version_exists', () =>
    sendAcceptable(
      (body) => publishVersion(registry, { publisherId, nodeId: id, body }),
      {
        personal_access_token: token,
        node: { id, name, author, description, repository, tags },
        node_version: { version: importedVersion },
      },
      metadataPaths,
      onDrop,
    ),
  );
  if (published !== undefined) {
    // Before the package, which says that all until here is done.
    if (github_stars !== 0) {
      await sendAcceptable(
        (body) => updateNode(registry, { publisherId, nodeId: id, body }),
        { github_stars },
        ['/github_stars'],
        onDrop,
      );
    }
    await uploadPackage(registry, published.signedUrl, new Blob([await generatePackage(entry)]));
  }
  await putAppNodes(registry, {
    nodeId: id,
    version: importedVersion,
    body: { app_nodes: app_node_names.map((app_node_name) => ({ app_node_name })) },
  });
};

/** Undefined if the registry refuses with this code. */
const unlessRefused = async <Reply>(
  code: ErrorCode,
  send: () => Promise<Reply>,
): Promise<Reply | undefined> => {
  try {
    return await send();
  } catch (error) {
    if (error instanceof RegistryError && error.code === code) return undefined;
    throw error;
  }
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof RegistryError)) return error.message;
  const details = error.details.map(({ path, message }) => ` ${path} ${message}.`);
  return `${error.message} (${error.code ?? error.status})${details.join('')}`;
};

interface Fault {
  /** JSON Pointer into the request body. */
  path: string;
  message: string;
}

/**
 * Sends a body. If the registry refuses values at or below `droppable`, given as JSON Pointers, sends it again without
 * them and reports each value that was left out. Throws like `send` for any other error.
 */
const sendAcceptable = async <Body extends object, Reply>(
  send: (body: Body) => Promise<Reply>,
  body: Body,
  droppable: readonly string[],
  onDrop: (fault: Fault) => void,
): Promise<Reply> => {
  try {
    return await send(body);
  } catch (error) {
    const faults = faultsIn(error).filter(({ path }) =>
      droppable.some((value) => path === value || path.startsWith(`${value}/`)),
    );
    if (faults.length === 0) throw error;
    const rest = structuredClone(body);
    // From the last to the first, so that earlier items keep their index in a list.
    for (const fault of faults.toReversed()) remove(rest, fault.path);
    for (const fault of faults) onDrop(fault);
    return sendAcceptable(send, rest, droppable, onDrop);
  }
};

/** One fault for each invalid value. */
const faultsIn = (error: unknown): Fault[] => {
  if (!(error instanceof RegistryError) || error.code !== 'invalid_request') return [];
  return [...new Map(error.details.map((fault) => [fault.path, fault])).values()];
};

const remove = (body: unknown, path: string): void => {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  const parent = keys.reduce((value, key) => (value as Record<string, unknown>)[key], body);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
};
