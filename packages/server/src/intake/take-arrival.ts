import type { Arrival } from '../blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { requireSize } from './require-sound-package.ts';
import { requireUpload } from '../access/upload.ts';
import type { NodeCard } from '../store/rows/node-cards.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { flagVersion } from './flag-version.ts';
import { keepPackage } from './keep-package.ts';

type Parts = Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>;

/**
 * Takes the package of a Pending version that came into the store without us. One that is refused is moved to
 * quarantine, and the version becomes Flagged with the reason. Returns false when none is there to take.
 */
export const takeArrival = async (context: Parts, version: VersionRecord): Promise<boolean> => {
  const card = await findCard(context, version);
  // An upload to us would be refused too. Once the ban is lifted or the node restored the package is taken.
  if (card === undefined) return false;
  const arrival = await context.blobs.findArrival?.({
    versionId: version.id,
    tokenId: version.uploadTokenId,
  });
  if (arrival === undefined) return false;
  try {
    await using staged = await requireSize(context, arrival.stage(context.config.PACKAGE_BYTES_MAX));
    await keepPackage(context, {}, { node: card.node, version }, staged);
  } catch (error) {
    if (!(error instanceof ApiError) || !refusals.has(error.code)) throw error;
    await refuse(context, version, arrival, error.message);
  }
  // Last: whoever ends before this finds the package here again, and does the same to the same end.
  await arrival.clear();
  return true;
};

const findCard = async ({ store, now }: Parts, version: VersionRecord): Promise<NodeCard | undefined> => {
  try {
    return await requireUpload(store.read, now().toISOString(), version);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
};

const refusals: ReadonlySet<string> = new Set(['package_too_large', 'invalid_package', 'package_mismatch']);

const refuse = async (
  { store }: Pick<Context, 'store'>,
  version: VersionRecord,
  arrival: Arrival,
  reason: string,
): Promise<void> => {
  await arrival.quarantine();
  await flagVersion(store, version, {
    kind: 'package.refused',
    reason: `The package was refused: ${reason} Delete this version to publish its number again.`,
  });
};
