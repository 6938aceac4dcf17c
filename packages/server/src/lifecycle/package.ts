import type { AppNodeDefinition, ExtractStatus, Mover, Readme } from '@patchbay/contract';
import { definitionBytes } from '../limits/sizes.ts';
import { findBannedNames, moveBan } from '../store/rows/app-node-names.ts';
import { replaceAppNodes } from '../store/rows/app-nodes.ts';
import { findReadmeBytes, replaceReadme } from '../store/rows/package-contents.ts';
import { type StoredPackage, type VersionRecord, markPackageStored } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import { type Logged, writeVersion } from './write-rows.ts';
import { countUseOfNode } from '../store/rows/quotas.ts';
import { requireMove } from './require-move.ts';

/** Records the package of a version that has none, which is checked next. */
export const recordPackage = async (
  tx: Writer,
  version: VersionRecord,
  stored: StoredPackage,
): Promise<void> => {
  await markPackageStored(tx, version.id, stored);
  await countUseOfNode(tx, version.nodeKey, 'package_bytes', stored.bytes);
  await tx.append({ kind: 'package.stored', about: version, after: stored });
  await tx.enqueue({ kind: 'receive-package', subject: version.id, runAt: tx.now });
};

interface Reading {
  status: ExtractStatus;
  extraction?: VersionRecord['extraction'];
  /** In place of the one that the version has; null removes it, undefined leaves it. */
  readme?: Readme | null | undefined;
  log: Logged<'app-nodes.stored' | 'app-nodes.extracted'>;
}

/**
 * Stores the app-nodes of a version in place of those it had. That counts as another reading of the package, so the
 * extraction moves as if it were pending.
 */
export const storeAppNodes = async (
  tx: Writer,
  current: VersionRecord,
  definitions: ReadonlyMap<string, AppNodeDefinition>,
  { status, extraction = current.extraction, readme, log }: Reading,
): Promise<VersionRecord> => {
  requireMove('NodeVersion', 'app_node_extract_status', 'pending', status, ['server']);
  await replaceAppNodes(tx, current.id, definitions);
  if (readme !== undefined) await replaceReadme(tx, current.id, readme ?? undefined);
  const bytes = definitionBytes(definitions) + (await findReadmeBytes(tx.db, current.id));
  await countUseOfNode(tx, current.nodeKey, 'definition_bytes', bytes - current.definitionBytes);
  const next = { ...current, extractStatus: status, extraction, definitionBytes: bytes };
  await writeVersion(tx, next);
  await tx.append({ ...log, about: current });
  return next;
};

/**
 * Stores the app-nodes that a moderator sent for a version in place of those it had. A name that is banned for the node
 * stays banned unless it comes with another policy.
 */
export const storeSentAppNodes = async (
  tx: Writer,
  current: VersionRecord,
  sent: ReadonlyMap<string, AppNodeDefinition>,
  status: ExtractStatus,
): Promise<void> => {
  const { nodeKey } = current;
  const banned = await findBannedNames(tx.db, nodeKey);
  const definitions = new Map<string, AppNodeDefinition>();
  for (const [name, definition] of sent) {
    const before = banned.has(name) ? 'AppNodePolicyBanned' : undefined;
    const policy = definition.policy ?? before;
    await moveBan(tx, { nodeKey, name }, before, policy);
    definitions.set(name, policy === undefined ? definition : { ...definition, policy });
  }
  await storeAppNodes(tx, current, definitions, {
    status,
    log: { kind: 'app-nodes.stored', after: { app_node_names: [...definitions.keys()] } },
  });
};

/** Ends the extraction of a version without a reading; the app-nodes that it has stay. */
export const failExtraction = async (tx: Writer, current: VersionRecord, reason: string): Promise<void> => {
  requireMove('NodeVersion', 'app_node_extract_status', current.extractStatus, 'failed', ['server']);
  await writeVersion(tx, { ...current, extractStatus: 'failed' });
  await tx.append({
    kind: 'app-nodes.given-up',
    about: current,
    before: { app_node_extract_status: current.extractStatus },
    after: { app_node_extract_status: 'failed' },
    reason,
  });
};

/** Has the app-nodes of a version read from its package again. Throws what `requireMove` throws. */
export const extractAgain = async (
  tx: Writer,
  current: VersionRecord,
  by: readonly Mover[],
): Promise<VersionRecord> => {
  const status = 'pending';
  requireMove('NodeVersion', 'app_node_extract_status', current.extractStatus, status, by);
  const next: VersionRecord = { ...current, extractStatus: status };
  await writeVersion(tx, next);
  await tx.append({
    kind: 'app-nodes.asked-again',
    about: current,
    before: { app_node_extract_status: current.extractStatus },
    after: { app_node_extract_status: status },
  });
  await tx.enqueue({ kind: 'extract-app-nodes', subject: next.id, runAt: tx.now });
  return next;
};
