import type { Verdict } from '@patchbay/inspect';
import type { Context } from '../context.ts';
import { findNode } from '../store/rows/nodes.ts';
import { moveVersion } from '../lifecycle/version.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import { flagVersion } from './flag-version.ts';
import { giveUpAfter } from './give-up-after.ts';
import { localPackage } from './local-package.ts';
import { outcomeOf } from './outcome-of.ts';
import { notCheckable } from './outcomes.ts';

/**
 * Checks the stored package of a Pending version, if it still is what was uploaded. If it passes, the version becomes
 * Active, unless a moderator looks at the first version of a publisher. If something is found, or if the last attempt
 * could not finish, it becomes Flagged with the reason until a moderator decides. Its app-nodes are read next, whatever
 * the verdict.
 */
export const checkPackage = async (
  context: Pick<Context, 'config' | 'store' | 'blobs' | 'readers'>,
  version: VersionRecord,
  attempts: number,
): Promise<void> => {
  const verdict = await judge(context, version).catch(giveUpAfter(attempts, notCheckable));
  if (verdict === undefined) {
    await flagVersion(context.store, version, {
      kind: 'version.checked',
      reason: 'The package in the store is not the one that was uploaded; ask a moderator.',
    });
    return;
  }
  await context.store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    if (current?.status !== 'NodeVersionStatusPending') return;
    const { status, statusReason } = await outcomeOf(context, tx, current, verdict);
    await moveVersion(tx, current, status, {
      by: ['server'],
      set: { statusReason, verdict },
      log: {
        kind: 'version.checked',
        before: { status: current.status },
        after: { status, findings: verdict.findings.length, ruleset_version: verdict.rulesetVersion },
        ...(statusReason === null ? {} : { reason: statusReason }),
      },
    });
  });
};

const judge = async (
  context: Pick<Context, 'store' | 'blobs' | 'readers'>,
  version: VersionRecord,
): Promise<Verdict | undefined> => {
  await using local = await localPackage(context, version);
  if (local === undefined || version.package === undefined) {
    throw new Error(`version ${version.id} has no package to check`);
  }
  // Awaited here: the file may be gone when this function ends.
  return await context.readers.check(local.path, version.package.sha256, {
    dependencies: version.metadata.dependencies,
    license: (await findNode(context.store.read, version.nodeKey))?.metadata.license,
  });
};
