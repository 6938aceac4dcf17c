import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { limits } from '@patchbay/contract';
import { packageKey } from '../blobs/keys.ts';
import type { Context } from '../context.ts';
import { BlobsAwayError } from '../errors.ts';
import { aboutVersion } from '../store/changes.ts';
import { findNode } from '../store/nodes.ts';
import {
  type StoredPackage,
  type VersionRecord,
  deleteVersionRow,
  findVersionById,
} from '../store/versions.ts';
import { flagVersion } from './flag-version.ts';
import { checkPackageKind } from './kinds.ts';
import { nextLook } from './next-look.ts';
import { notCheckable, outcomes } from './outcomes.ts';
import { takeArrival } from './take-arrival.ts';
import type { JobHandler } from './worker.ts';

/**
 * Sees a published version through: looks for its package where the store takes uploads by itself; once it is
 * stored and whole it goes on to the checks; when it has not come by the deadline the version is removed and its
 * number is free.
 */
export const receivePackage =
  (context: Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'workshop' | 'now'>): JobHandler =>
  async ({ subject: versionId, attempts }) => {
    const version = await findVersionById(context.store.read, versionId);
    if (version?.status !== 'NodeVersionStatusPending') return undefined;
    if (version.package !== undefined) {
      await handOn(context, version, version.package, attempts);
      return undefined;
    }
    if (await takeArrival(context, version)) return undefined;
    const now = context.now();
    if (now < new Date(version.uploadDeadline)) {
      return { runAt: nextLook(context.blobs, version.uploadDeadline, now) };
    }
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
    if (attempts < limits.packageAttemptsMax || error instanceof BlobsAwayError) throw error;
    return undefined;
  });
  if (digest === undefined) {
    await flagVersion(context.store, version, {
      action: 'version.checked',
      reason: outcomes['could-not-check'].statusReason,
      verdict: notCheckable,
    });
    return;
  }
  if (digest !== stored.sha256) {
    await flagVersion(context.store, version, {
      action: 'version.checked',
      reason: 'The package in the store is not the one that was uploaded; ask a moderator.',
    });
    return;
  }
  await context.store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    if (current?.status !== 'NodeVersionStatusPending') return;
    await tx.enqueue({ kind: checkPackageKind, subject: version.id, runAt: tx.now });
  });
};

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
