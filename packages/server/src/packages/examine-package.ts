import type { Extraction, PublishedMetadata, Verdict } from '@patchbay/inspect';
import type { StagedBlob } from './blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { ReadFailedError } from './package-reader.ts';
import type { StoredPackage } from '../store/rows/versions.ts';
import { inspectPackage } from './inspect-package.ts';
import type { PackageFault } from './intake.ts';
import { notReadable } from './not-readable.ts';
import { notCheckable } from './outcomes.ts';
import { tooLargeAsNone } from './too-large-as-none.ts';

/** What there is to know about a package. */
export interface Examined {
  /** Undefined if it is too large to be measured. */
  sent: StoredPackage | undefined;
  /** What is wrong with it, or what the checks and the extraction found. */
  found: { fault: PackageFault } | Sound;
}

export interface Sound {
  fault: undefined;
  verdict: Verdict;
  extraction: Extraction;
}

/**
 * Reads a package as its way in would, inspection, checks and extraction at once, and keeps nothing of it. A package
 * that cannot be read has the verdict of a last attempt, because it could not be again.
 */
export const examinePackage = async (
  context: Pick<Context, 'config' | 'profile' | 'readers' | 'dryRuns'>,
  { metadata, ...as }: { publisherId: string; nodeId: string; version: string; metadata: PublishedMetadata },
  staging: Promise<StagedBlob>,
): Promise<Examined> => {
  const { readers, config } = context;
  await using staged = await staging.catch(tooLargeAsNone);
  if (staged === undefined) {
    return { sent: undefined, found: { fault: { kind: 'too-large', bytesMax: config.PACKAGE_BYTES_MAX } } };
  }
  const { path, sha256, bytes } = staged;
  const sent = { sha256, bytes };
  // Awaited here: the file is gone when this function ends.
  return await context.dryRuns.run(as.publisherId, async () => {
    const fault = await inspectPackage(context, path, as);
    if (fault !== undefined) return { sent, found: { fault } };
    const verdict = await readers.check(path, sha256, metadata).catch(instead(notCheckable));
    const extraction = await readers.extract(path, sha256).catch(instead(notReadable));
    if (verdict === undefined || extraction === undefined) throw new Error('a staged package has changed');
    return { sent, found: { fault, verdict, extraction } };
  });
};

const instead =
  <Result>(ofFailed: Result) =>
  (error: unknown): Result => {
    if (error instanceof ReadFailedError) return ofFailed;
    throw error;
  };
