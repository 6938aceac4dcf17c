import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { BlobsAwayError, ServerAwayError } from '../errors.ts';
import { keepReplicatedPackage } from '../lifecycle/replica/version.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { BlobTooLargeError, type StagedBlob, packageKey } from '../packages/blobs/blob-store.ts';
import { describeFault } from '../packages/intake.ts';
import { jobBudget, publishedOf, readStaged } from '../packages/read-package.ts';
import { type NodeRecord, findNode } from '../store/rows/nodes.ts';
import { findReplicatedVersion, noteFetch } from '../store/rows/replicas.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import type { Row } from '../store/tables.ts';
import { type Source, SourceError } from './source.ts';

type Fetching = Pick<
  Context,
  'config' | 'profile' | 'store' | 'blobs' | 'uploads' | 'readers' | 'metrics' | 'now' | 'outages'
> & { log: FastifyBaseLogger; ending: Pick<AbortController, 'signal'> };

/** The package of a version is not here and cannot be had now. The message is a clause that says why. */
export class NoPackageError extends ServerAwayError {}

/** Its source is not the one that the settings name. */
export const notFollowed = ({ source }: Pick<Row<'replicated_versions'>, 'source'>): NoPackageError =>
  new NoPackageError(`it was never fetched from ${source}, which is not followed any more`);

/** When to ask again for a package that could not be had, and for one that is not the right one. */
const againMs = { away: 60_000, wrong: 60 * 60_000 } as const;

/** How long a source may have itself left alone. What is put off for longer was so by a clock that was ahead. */
export const sourcePauseMsMax = 24 * 60 * 60_000;

const isPutOff = (until: string, now: Date): boolean => {
  const ms = Date.parse(until) - now.getTime();
  return ms > 0 && ms <= sourcePauseMsMax;
};

const putOffMs = (error: unknown): number =>
  error instanceof WrongPackageError
    ? againMs.wrong
    : Math.max(
        againMs.away,
        error instanceof OutboundError ? Math.min(error.retryAfterSeconds * 1_000, sourcePauseMsMax) : 0,
      );

/** What a package from a source is not. */
class WrongPackageError extends Error {}

/**
 * Fetches the package of a version from the source, unless it is here. It is stored only if it has the size and the
 * digest that the source announced, or, where none was announced, if it is a sound archive; its digest then counts from
 * then on. Throws NoPackageError, at once if the source failed shortly before.
 */
export const fetchPackage = async (context: Fetching, source: Source, versionId: string): Promise<void> => {
  const { store, now } = context;
  const version = await findVersionById(store.read, versionId);
  const mark = await findReplicatedVersion(store.read, versionId);
  const node = version && (await findNode(store.read, version.nodeKey));
  if (version === undefined || node === undefined || mark === undefined || mark.fetched_at !== null) return;
  if (mark.source !== source.name) throw notFollowed(mark);
  if (mark.failure !== null && isPutOff(mark.look_at, now())) throw new NoPackageError(mark.failure);
  try {
    await fetchNow(context, source, { node, version, mark });
    context.outages.answered('packages', source.name);
    context.metrics.count('packagesFetched', { outcome: 'stored' });
  } catch (error) {
    if (context.ending.signal.aborted) throw new NoPackageError('this server ends', { cause: error });
    const isWrong = error instanceof WrongPackageError;
    if (!isWrong && !(error instanceof OutboundError) && !(error instanceof SourceError)) throw error;
    const failure = error.message;
    context.metrics.count('packagesFetched', { outcome: isWrong ? 'refused' : 'failed' });
    const about = { reason: failure, node: node.id, version: version.version, source: source.name };
    if (isWrong) context.log.error(about, 'a package of the source was refused');
    else if (error instanceof OutboundError && error.passes)
      context.outages.failed('packages', error, source.name);
    else context.log.warn(about, 'a package could not be fetched');
    const look_at = new Date(now().getTime() + putOffMs(error)).toISOString();
    await store.write({ actor: 'server' }, (tx) => noteFetch(tx, versionId, { failure, look_at }));
    throw new NoPackageError(failure, { cause: error });
  }
};

interface Wanted {
  node: NodeRecord;
  version: VersionRecord;
  mark: Row<'replicated_versions'>;
}

const fetchNow = async (
  context: Fetching,
  source: Source,
  { node, version, mark }: Wanted,
): Promise<void> => {
  const { config, store, blobs, uploads, ending } = context;
  const { signal } = ending;
  const expected = version.package;
  const bytesMax = expected?.bytes ?? config.PACKAGE_BYTES_MAX;
  // A database on a full disk would hear of no ban.
  if (!(await uploads.hasSpace(expected?.bytes ?? 0)))
    throw new BlobsAwayError('the disk has less space than STAGING_FREE_BYTES_MIN leaves free');
  const bytes = await source.openPackage({ url: mark.url, sha256: expected?.sha256, bytesMax, signal });
  await using staged = await blobs.stage(bytes, bytesMax).catch((error: unknown) => {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new WrongPackageError(`the package has more than ${bytesMax} bytes`);
  });
  if (expected !== undefined) requireExpected(staged, expected);
  const reading = await readStaged(context, staged, {
    account: node.publisherId,
    published: publishedOf(context, { node, version }),
    budget: jobBudget,
  });
  if (expected === undefined && reading?.fault?.kind === 'invalid') {
    throw new WrongPackageError(describeFault(reading.fault));
  }
  await staged.commit(packageKey(node, version.id, staged.sha256));
  const contents = reading === undefined || reading.fault !== undefined ? undefined : reading;
  const stored = { sha256: staged.sha256, bytes: staged.bytes };
  await store.write({ actor: 'server' }, (tx) => keepReplicatedPackage(tx, version.id, stored, contents));
};

const requireExpected = (
  { sha256, bytes }: Pick<StagedBlob, 'sha256' | 'bytes'>,
  expected: { sha256: string; bytes: number },
): void => {
  if (bytes !== expected.bytes) {
    throw new WrongPackageError(`the package has ${bytes} bytes instead of ${expected.bytes}`);
  }
  if (sha256 !== expected.sha256) {
    throw new WrongPackageError(`the package has the SHA-256 ${sha256} instead of ${expected.sha256}`);
  }
};
