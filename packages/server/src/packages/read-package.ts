import { limits } from '@patchbay/contract';
import type { PackageReading, Published } from '@patchbay/inspect';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { BlobsAwayError, isStorageAway } from '../errors.ts';
import { BusyError } from '../limits/semaphore.ts';
import { moveVersion } from '../lifecycle/version.ts';
import { type NodeRecord, findNode } from '../store/rows/nodes.ts';
import { findLiveTokenById } from '../store/rows/tokens.ts';
import { findUser } from '../store/rows/users.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import type { ReadConnection, Store } from '../store/store.ts';
import { type AnyReading, applyReading } from './apply-reading.ts';
import { packageKey } from './blobs/blob-store.ts';
import { type PackageFault, describeFault } from './intake.ts';
import { unreadable } from './judge.ts';
import { ReadFailedError, type ReadingBudget, TooHeavyError } from './reading.ts';

/** While somebody waits for the answer to an upload. */
export const uploadBudget = ({ UPLOAD_READ_MS }: Pick<Config, 'UPLOAD_READ_MS'>): ReadingBudget => ({
  processorMs: UPLOAD_READ_MS,
  soundMs: 10_000,
  waitMs: 60_000,
  isLow: false,
});

/** For packages that nobody waits for. */
export const jobBudget: ReadingBudget = {
  processorMs: 60_000,
  soundMs: 60_000,
  waitMs: 540_000,
  isLow: true,
};

/** What the registry knows of the version of a package. */
export const publishedOf = (
  { config, profile }: Pick<Context, 'config' | 'profile'>,
  {
    node,
    version,
  }: {
    node: Pick<NodeRecord, 'id' | 'metadata'> & Partial<Pick<NodeRecord, 'formerIds'>>;
    version: Pick<VersionRecord, 'version' | 'metadata'>;
  },
): Published => ({
  nodeId: node.id,
  ...(node.formerIds && { formerIds: node.formerIds }),
  version: version.version,
  dependencies: version.metadata.dependencies,
  license: node.metadata.license,
  looseVersions: profile.compat.looseVersions,
  limits: {
    unpackedBytesMax: config.PACKAGE_UNPACKED_BYTES_MAX,
    entriesMax: config.PACKAGE_ENTRIES_MAX,
    ratioMax: config.PACKAGE_RATIO_MAX,
  },
});

/**
 * Whose package it is, for the choice of the process that reads it: the publisher's, or that of the moderator whose
 * token published it, so that an import of many publishers starts few processes.
 */
export const accountOf = async (
  read: ReadConnection,
  publisherId: string,
  { tokenId, now }: { tokenId: string | null; now: Date },
): Promise<string> => {
  const token = tokenId === null ? undefined : await findLiveTokenById(read, tokenId, now.toISOString());
  const maker = typeof token?.makerId === 'string' ? await findUser(read, token.makerId) : undefined;
  return maker?.isModerator === true ? `import:${maker.id}` : publisherId;
};

/**
 * Reads a package in staging. Undefined if that needs more than the budget or failed, although the archive is sound: a
 * job reads it later, and logs why if that fails again.
 */
export const readStaged = async (
  { readers }: Pick<Context, 'readers'>,
  { path, sha256 }: { path: string; sha256: string },
  request: { account: string; published: Published; budget: ReadingBudget },
): Promise<PackageReading | { fault: PackageFault } | undefined> => {
  try {
    const reading = await readers.read({ path, sha256, ...request });
    if (reading === undefined) throw new Error('a staged package has changed');
    return reading;
  } catch (error) {
    if (!(error instanceof ReadFailedError)) throw error;
    if (error.isSound) return undefined;
    if (error instanceof TooHeavyError) return { fault: { kind: 'too-heavy', cause: error } };
    throw error;
  }
};

type ReadingContext = Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>;

/**
 * Reads the stored package of a version and records what it gives, if it still is what was uploaded. The last of the
 * attempts records that the package cannot be read.
 */
export const readAndRecord = async (
  context: ReadingContext,
  version: VersionRecord,
  attempts: number,
): Promise<void> => {
  const reading = await readStored(context, version).catch(giveUpAfter(attempts, context.store));
  if (reading === undefined) return flagChanged(context.store, version);
  await context.store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    // Another process may have recorded it meanwhile.
    if (current !== undefined && isToBeRead(current, version)) {
      await applyReading(context, tx, current, reading);
    }
  });
};

/** Whether nobody else has read the package since the version was as `seen`. */
const isToBeRead = (current: VersionRecord, seen: VersionRecord): boolean =>
  current.status === seen.status && current.extractStatus === seen.extractStatus;

/** Undefined if the stored package of a Pending version is not the one that was uploaded. */
const readStored = async (
  context: ReadingContext,
  version: VersionRecord,
): Promise<AnyReading | undefined> => {
  const node = await findNode(context.store.read, version.nodeKey);
  if (node === undefined || version.package === undefined) {
    throw new Error(`version ${version.id} has no package to read`);
  }
  const { sha256 } = version.package;
  await using local = await context.blobs.fetch(packageKey(node, version.id, sha256));
  const { store, now } = context;
  const token = { tokenId: version.uploadTokenId, now: now() };
  const reading = await context.readers.read({
    account: await accountOf(store.read, node.publisherId, token),
    path: local.path,
    sha256,
    published: publishedOf(context, { node, version }),
    budget: jobBudget,
  });
  if (reading?.fault !== undefined) throw new ReadFailedError(describeFault(reading.fault));
  if (reading === undefined && version.status !== 'NodeVersionStatusPending')
    throw new Error(`the package of version ${version.id} is not what was uploaded`);
  return reading;
};

/**
 * Handles that a package could not be read in so many attempts: the last one gives it up, those before throw the error.
 * A store or disk that is away condemns no package, and is thrown as BlobsAwayError; nor does a database that is away, or
 * that too many packages are being read.
 */
const giveUpAfter =
  (attempts: number, { engine }: Pick<Store, 'engine'>) =>
  (error: unknown): AnyReading => {
    if (isStorageAway(error)) throw new BlobsAwayError('a package cannot be read now', { cause: error });
    if (error instanceof BusyError || engine.isUnavailable(error)) throw error;
    const max = error instanceof TooHeavyError ? limits.heavyAttemptsMax : limits.packageAttemptsMax;
    if (attempts < max) throw error;
    return unreadable;
  };

const flagChanged = (store: Store, version: VersionRecord): Promise<void> =>
  flagVersion(store, version, {
    kind: 'version.checked',
    reason: 'The package in the store is not the one that was uploaded; ask a moderator.',
  });

/** Flags a Pending version with the reason, unless it is no longer as `seen`: judged meanwhile, or with a package. */
export const flagVersion = (
  store: Store,
  seen: VersionRecord,
  { kind, reason }: { kind: 'version.checked' | 'package.refused'; reason: string },
): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, seen.id);
    if (current?.status !== 'NodeVersionStatusPending') return;
    if (current.package?.sha256 !== seen.package?.sha256) return;
    const status = 'NodeVersionStatusFlagged';
    await moveVersion(tx, current, status, {
      by: ['server'],
      set: { statusReason: reason },
      log: { kind, before: { status: current.status }, after: { status }, reason },
    });
  });
