import type { AppNodeDefinition, ExtractStatus, Mover, Readme } from '@patchbay/contract';
import type { FileList, Verdict } from '@patchbay/inspect';
import { ApiError } from '../errors.ts';
import { definitionBytes } from '../limits/sizes.ts';
import { findBannedNames } from '../store/rows/app-node-names.ts';
import { findDefinitions, replaceAppNodes } from '../store/rows/app-nodes.ts';
import { countRules } from '../store/rows/counts.ts';
import { findReadmeBytes, keepFileList, replaceReadme } from '../store/rows/package-contents.ts';
import { markPublisherApproved } from '../store/rows/publishers.ts';
import { type StoredPackage, type VersionRecord, markPackageStored } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import { countUseOfNode } from '../store/rows/quotas.ts';
import { requireMove } from './require-move.ts';
import { writeVersion } from './write-rows.ts';

/** What a version keeps of a reading of its package. */
export interface Contents {
  definitions: ReadonlyMap<string, AppNodeDefinition>;
  status: ExtractStatus;
  extraction: NonNullable<VersionRecord['extraction']>;
  /** In place of the one that the version has; null removes it, undefined leaves it. */
  readme: Readme | null | undefined;
  files: FileList | undefined;
  /** As many of the names as the log repeats. */
  loggedNames: string[];
}

interface Recorded {
  /** The package itself, if it was not recorded before. */
  stored?: StoredPackage | undefined;
  /** What the checks make of a Pending version. */
  judged?: (Pick<VersionRecord, 'status' | 'statusReason'> & { verdict: Verdict }) | undefined;
  contents?: Contents | undefined;
}

/**
 * Records the package of a version and what was read of it, each if given. A version that stays Pending is read next.
 * The extraction moves as if it were pending. Throws what `requireMove` throws.
 */
export const recordReading = async (
  tx: Writer,
  current: VersionRecord,
  { stored, judged, contents }: Recorded,
): Promise<void> => {
  let next = current;
  if (stored !== undefined) {
    await markPackageStored(tx, current.id, stored);
    await countUseOfNode(tx, current.nodeKey, 'package_bytes', stored.bytes);
    await tx.append({ kind: 'package.stored', about: current, after: stored });
    next = { ...next, package: stored, isStored: true };
  }
  if (judged !== undefined) {
    await recordVerdict(tx, current, judged);
    next = { ...next, ...judged };
  }
  if (contents !== undefined) {
    const { status, extraction, files, loggedNames } = contents;
    const definitionBytes = await replaceContents(tx, current, contents);
    if (files !== undefined) await keepFileList(tx, current.id, files);
    await tx.append(
      {
        kind: 'app-nodes.extracted',
        about: current,
        before: { app_node_extract_status: current.extractStatus },
        after: {
          app_node_extract_status: status,
          confidence: extraction.confidence,
          app_node_names: loggedNames,
        },
      },
      'server',
    );
    next = { ...next, extractStatus: status, extraction, definitionBytes };
  }
  if (judged !== undefined || contents !== undefined) await writeVersion(tx, next);
  if (next.status === 'NodeVersionStatusPending') {
    await tx.enqueue({ kind: 'receive-package', subject: current.id, runAt: tx.now });
  }
};

const recordVerdict = async (
  tx: Writer,
  current: VersionRecord,
  { status, statusReason, verdict }: NonNullable<Recorded['judged']>,
): Promise<void> => {
  requireMove('NodeVersion', 'status', current.status, status, ['server']);
  await countUseOfNode(tx, current.nodeKey, 'pending_versions', -1);
  await tx.append(
    {
      kind: 'version.checked',
      about: current,
      before: { status: current.status },
      after: { status, findings: verdict.findings.length, ruleset_version: verdict.rulesetVersion },
      ...(statusReason === null ? {} : { reason: statusReason }),
    },
    'server',
  );
  if (status === 'NodeVersionStatusActive') await markPublisherApproved(tx, current.nodeKey);
  await countRules(tx, current.id, verdict, current.verdict);
};

/** Returns what the app-nodes and the readme take from now on. */
const replaceContents = async (
  tx: Writer,
  current: VersionRecord,
  { definitions, status, readme }: Pick<Contents, 'definitions' | 'status' | 'readme'>,
): Promise<number> => {
  requireMove('NodeVersion', 'app_node_extract_status', 'pending', status, ['server']);
  await replaceAppNodes(tx, current.id, definitions);
  if (readme !== undefined) await replaceReadme(tx, current.id, readme ?? undefined);
  const bytes = definitionBytes(definitions) + (await findReadmeBytes(tx.db, current.id));
  await countUseOfNode(tx, current.nodeKey, 'definition_bytes', bytes - current.definitionBytes);
  return bytes;
};

const bannedPolicy = 'AppNodePolicyBanned';

/**
 * Replaces the app-nodes of a version with those that a moderator sent. Banned app-nodes stay in the version, and stay
 * banned. Throws `illegal_transition` for a policy that would set or lift a ban: a ban needs a reason, and lifting one may
 * need two moderators.
 */
export const storeSentAppNodes = async (
  tx: Writer,
  current: VersionRecord,
  sent: ReadonlyMap<string, AppNodeDefinition>,
  status: ExtractStatus,
): Promise<void> => {
  const { nodeKey } = current;
  const banned = await findBannedNames(tx.db, nodeKey);
  // A ban that was lifted in another version no longer holds for the node, but still for this version.
  const bannedHere = new Map(
    [...(await findDefinitions(tx.db, current.id))].filter(([, { policy }]) => policy === bannedPolicy),
  );
  const definitions = new Map(bannedHere);
  for (const [name, definition] of sent) {
    const isBanned = banned.has(name) || bannedHere.has(name);
    if (definition.policy !== undefined && isBanned !== (definition.policy === bannedPolicy)) {
      throw banElsewhere(name, isBanned);
    }
    definitions.set(name, isBanned ? { ...definition, policy: bannedPolicy } : definition);
  }
  const bytes = await replaceContents(tx, current, { definitions, status, readme: undefined });
  await writeVersion(tx, { ...current, extractStatus: status, definitionBytes: bytes });
  await tx.append({
    kind: 'app-nodes.stored',
    about: current,
    after: { app_node_names: [...definitions.keys()] },
  });
};

const banElsewhere = (name: string, isBanned: boolean): ApiError =>
  new ApiError(
    'illegal_transition',
    `The app-node "${name}" is ${isBanned ? '' : 'not '}banned. Leave its policy out here, and ${isBanned ? 'lift the ban' : 'ban it'} with PUT of that app-node, which takes a reason.`,
  );

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
