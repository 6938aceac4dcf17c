import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { limits } from '@patchbay/contract';
import { packageKey } from '../blobs/keys.ts';
import type { Context } from '../context.ts';
import { aboutVersion } from '../store/changes.ts';
import { findNode } from '../store/nodes.ts';
import {
  type StoredPackage,
  type VersionRecord,
  deleteVersionRow,
  findVersionById,
  updateVersionRow,
} from '../store/versions.ts';
import { checkPackageKind } from './kinds.ts';
import { notCheckable, outcomes } from './outcomes.ts';
import type { JobHandler } from './worker.ts';

/**
 * Sees a published version through: once its package is stored and whole it goes on to the checks; when the
 * package has not come by the deadline the version is removed and its number is free.
 */
export const receivePackage =
  (context: Pick<Context, 'store' | 'blobs' | 'now'>): JobHandler =>
  async ({ subject: versionId, attempts }) => {
    const version = await findVersionById(context.store.read, versionId);
    if (version?.status !== 'NodeVersionStatusPending') return undefined;
    if (version.package !== undefined) {
      await handOn(context, version, version.package, attempts);
      return undefined;
    }
    const deadline = new Date(version.uploadDeadline);
    if (context.now() < deadline) return { runAt: deadline };
    await expire(context, version.id);
    return undefined;
  };

/** Hands a package on to the checks, unless the store gives back other bytes than it was given, or in the end none. */
const handOn = async (
  context: Pick<Context, 'store' | 'blobs'>,
  version: VersionRecord,
  stored: StoredPackage,
  attempts: number,
): Promise<void> => {
  const digest = await digestOf(context, version, stored).catch((error: unknown) => {
    if (attempts < limits.packageAttemptsMax) throw error;
    return undefined;
  });
  await context.store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    if (current?.status !== 'NodeVersionStatusPending') return;
    if (digest === stored.sha256) {
      await tx.enqueue({ kind: checkPackageKind, subject: version.id, runAt: tx.now });
      return;
    }
    const next: VersionRecord = {
      ...current,
      ...(digest === undefined ? { verdict: notCheckable, ...outcomes['could-not-check'] } : swapped),
    };
    await updateVersionRow(tx, next);
    await tx.append({
      action: 'version.checked',
      ...aboutVersion(version),
      before: { status: current.status },
      after: { status: next.status },
      reason: next.statusReason ?? '',
    });
  });
};

const swapped = {
  status: 'NodeVersionStatusFlagged',
  statusReason: 'The package in the store is not the one that was uploaded; ask a moderator.',
} as const;

const digestOf = async (
  { store, blobs }: Pick<Context, 'store' | 'blobs'>,
  version: VersionRecord,
  { sha256 }: StoredPackage,
): Promise<string> => {
  const node = await findNode(store.read, version.nodeKey);
  if (node === undefined) throw new Error(`version ${version.id} belongs to no node`);
  const hash = createHash('sha256');
  await pipeline(await blobs.open(packageKey(node, version.id, sha256)), hash);
  return hash.digest('hex');
};

const expire = ({ store, now }: Pick<Context, 'store' | 'now'>, versionId: string): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, versionId);
    const isLate = current !== undefined && new Date(current.uploadDeadline) <= now();
    if (!isLate || current.package !== undefined) return;
    await deleteVersionRow(tx, versionId);
    await tx.append({
      action: 'version.expired',
      ...aboutVersion(current),
      before: { node_id: current.nodeKey, version: current.version, status: current.status },
      reason: 'its package never came',
    });
  });
