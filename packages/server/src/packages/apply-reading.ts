import { type AppNodeDefinition, type Readme, limits } from '@patchbay/contract';
import type { FileList, SoundPackage } from '@patchbay/inspect';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import { bytesAsJson, definitionBytes } from '../limits/sizes.ts';
import type { Context } from '../context.ts';
import { type Contents, recordReading } from '../lifecycle/package.ts';
import { findBannedNames } from '../store/rows/app-node-names.ts';
import { findDefinitions } from '../store/rows/app-nodes.ts';
import { publisherIdOf } from '../store/rows/nodes.ts';
import { findQuota } from '../store/rows/quotas.ts';
import type { StoredPackage, VersionRecord } from '../store/rows/versions.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import { judge } from './judge.ts';

/** A reading, or one that failed, which lists no files. */
export type AnyReading = Omit<SoundPackage, keyof FileList> & Partial<FileList>;

/**
 * Records what the package of a version gave, all of it in this transaction: the verdict if the version is Pending, the
 * app-nodes, the readme and the files, and with `stored` the package itself.
 */
export const applyReading = async (
  { config }: Pick<Context, 'config'>,
  tx: Writer,
  current: VersionRecord,
  reading: AnyReading,
  stored?: StoredPackage,
): Promise<void> => {
  const { verdict, files, areAll } = reading;
  const isPending = current.status === 'NodeVersionStatusPending';
  const contents = await applyExtraction(tx.db, current, reading);
  await recordReading(tx, current, {
    stored,
    judged: isPending ? { ...(await judge(config, tx.db, current, verdict)), verdict } : undefined,
    contents: {
      ...contents,
      files: files === undefined || areAll === undefined ? undefined : { files, areAll },
      loggedNames: firstNames(contents.definitions.keys()),
    },
  });
};

/** As many of the names as a change repeats. The log keeps every reading, the rows only the last. */
const firstNames = (names: Iterable<string>): string[] => {
  let left: number = limits.loggedNamesCharsMax;
  return [...names].filter((name) => (left -= name.length) >= 0);
};

/**
 * What is kept of a reading for a version, with the policies of its app-nodes. The app-nodes that are known stay if
 * reading failed or the publisher may not have so much; the readme is left out if that is too much.
 */
export const applyExtraction = async (
  read: ReadConnection,
  version: VersionRecord,
  found: AnyReading,
): Promise<Omit<Contents, 'files' | 'loggedNames'>> => {
  const known = version.definitionBytes === 0 ? new Map() : await findDefinitions(read, version.id);
  const definitions = found.status === 'failed' ? known : await withPolicies(read, version, found, known);
  const exceedsQuota = await quotaOf(read, version, definitions);
  const isOver = exceedsQuota(undefined);
  const isReadmeOver = exceedsQuota(found.readme);
  const { status, confidence, problems } = isOver ? overQuota : found;
  const readme = isReadmeOver ? undefined : found.readme;
  return {
    definitions: isOver ? known : definitions,
    status,
    extraction: { confidence, problems, extractorVersion: EXTRACTOR_VERSION },
    readme: readme ?? (status === 'failed' ? undefined : null),
  };
};

const withPolicies = async (
  read: ReadConnection,
  { nodeKey }: VersionRecord,
  { appNodes }: AnyReading,
  known: ReadonlyMap<string, AppNodeDefinition>,
): Promise<ReadonlyMap<string, AppNodeDefinition>> => {
  const banned = appNodes.length === 0 ? new Set() : await findBannedNames(read, nodeKey);
  return new Map<string, AppNodeDefinition>(
    appNodes.map(({ app_node_name: name, ...definition }) => [
      name,
      {
        ...definition,
        policy: banned.has(name) ? 'AppNodePolicyBanned' : (known.get(name)?.policy ?? definition.policy),
      },
    ]),
  );
};

/**
 * Whether the app-nodes of a version and a readme would take more than the publisher may have; never when they become
 * smaller.
 */
const quotaOf = async (
  read: ReadConnection,
  version: VersionRecord,
  definitions: ReadonlyMap<string, AppNodeDefinition>,
): Promise<(readme: Readme | undefined) => boolean> => {
  const { used, max } = await findQuota(read, await publisherIdOf(read, version.nodeKey), 'definition_bytes');
  const bytes = definitionBytes(definitions) - version.definitionBytes;
  return (readme) => {
    const more = bytes + (readme === undefined ? 0 : bytesAsJson(readme));
    return more > 0 && used + more > max;
  };
};

const overQuota: Pick<SoundPackage, 'status' | 'confidence' | 'problems'> = {
  status: 'failed',
  confidence: 0,
  problems: [
    {
      file: '',
      line: 0,
      message:
        'the app-nodes exceed the quota "definition_bytes" of the publisher; ask a moderator to raise it',
    },
  ],
};
