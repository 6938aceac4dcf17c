import type { Context } from '../context.ts';
import { findNode } from '../store/rows/nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { describeFault } from './describe-fault.ts';
import { findUploadObstacle } from './find-upload-obstacle.ts';
import { flagVersion } from './flag-version.ts';
import { noteRefusal } from './note-refusal.ts';
import { type IntakeContext, takePackage } from './take-package.ts';

/**
 * Takes the package of a Pending version that came into the store without us. One that is refused is moved to
 * quarantine, and the version becomes Flagged with the reason. Returns false when none is there to take.
 */
export const takeArrival = async (
  context: IntakeContext & Pick<Context, 'metrics' | 'refusals'>,
  version: VersionRecord,
): Promise<boolean> => {
  const { config, store, blobs, now } = context;
  const node = await findNode(store.read, version.nodeKey);
  const obstacle = await findUploadObstacle(store.read, now().toISOString(), version, 1);
  // An upload to us would be refused too. Once the ban is lifted or the quota raised, the package is taken.
  if (node === undefined || obstacle !== undefined) return false;
  const arrival = await blobs.findArrival?.({ versionId: version.id, tokenId: version.uploadTokenId });
  if (arrival === undefined) return false;
  const staging = arrival.stage(config.PACKAGE_BYTES_MAX);
  const intake = await takePackage(context, {}, { node, version }, staging);
  if (intake.outcome === 'refused') {
    const { reason } = intake;
    if (reason.kind === 'closed') return false;
    await arrival.quarantine();
    noteRefusal(context, reason);
    await flagVersion(store, version, {
      kind: 'package.refused',
      reason: `The package was refused: ${describeFault(reason)} Delete this version to publish its number again.`,
    });
  }
  // Must be last. If the process ends before this, the next run finds the package again and repeats the same steps.
  await arrival.clear();
  return true;
};
