import type { DryRun, Endpoints } from '@patchbay/contract';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import type { Readable } from 'node:stream';
import type { Act } from '../../authorization/act.ts';
import { actAsPublisher } from '../../authorization/act-as-publisher.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { countRefusal } from '../../packages/count-refusal.ts';
import { type Examined, type Sound, examinePackage } from '../../packages/examine-package.ts';
import { findObstacleOf } from '../../packages/find-upload-obstacle.ts';
import { outcomeOf } from '../../packages/outcome-of.ts';
import { outcomes } from '../../packages/outcomes.ts';
import { settleExtraction } from '../../packages/settle-extraction.ts';
import { uploadTerms } from '../../packages/upload-terms.ts';
import { type Published, type Publishing, publish } from '../../lifecycle/publish.ts';
import { type RehearsedPackage, presentDryRun } from '../../present/dry-run.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import type { Call, Operation } from '../operation.ts';
import { packageRefused } from '../../present/package-refused.ts';
import { throwBusy } from '../../present/throw-busy.ts';
import { uploadClosed } from '../../present/upload-closed.ts';

type DryRunCall = Call<Endpoints['dryRunPublish']>;

/**
 * Publishes in a transaction that is rolled back, so that it can say nothing else than a publish does. A package is
 * read in between: first it is asked whether the caller may publish at all, at last what becomes of the version. No
 * transaction is open meanwhile.
 */
export const dryRunPublish: Operation<Endpoints['dryRunPublish']> = async (
  context,
  call,
): Promise<DryRun> => {
  const before = await dryRun(context, call, async () => undefined);
  if (call.package === undefined) return presentDryRun(before.faults, undefined);
  const examined = await examine(context, call, before.published, call.package);
  const { faults, seen } = await dryRun(context, call, (tx, published) =>
    judge(context, tx, published, examined),
  );
  return presentDryRun(faults, seen);
};

interface DryRunOutcome<Seen> {
  faults: readonly ApiError[];
  published: Published | undefined;
  /** What `look` saw in the transaction, before it was rolled back. */
  seen: Seen | undefined;
}

/** Throws only what keeps the caller from publishing anything for this publisher. */
const dryRun = async <Seen>(
  context: Context,
  call: DryRunCall,
  look: (tx: Act, published: Published | undefined) => Promise<Seen>,
): Promise<DryRunOutcome<Seen>> => {
  const { uploadDeadline, lookAt } = uploadTerms(context, context.now());
  let publishing: Publishing | undefined;
  let seen: Seen | undefined;
  try {
    await actAsPublisher(
      context,
      call,
      async (tx, { tokenId }) => {
        const upload = { uploadDeadline, uploadTokenId: tokenId };
        publishing = await publish(tx, { ...call, upload, lookAt });
        seen = await look(tx, publishing.published);
      },
      'dryRun',
    );
  } catch (error) {
    // What the whole of it takes of a quota is counted at its end.
    if (publishing === undefined || !(error instanceof ApiError)) throw error;
    return { faults: [...publishing.faults, error], published: publishing.published, seen };
  }
  return { faults: publishing?.faults ?? [], published: publishing?.published, seen };
};

const examine = async (
  context: Context,
  { params, body }: DryRunCall,
  published: Published | undefined,
  file: Readable,
): Promise<Examined> => {
  const { publisherId, nodeId } = params;
  // The dry runs of a publisher take turns, as the uploads for one version do.
  await using place = await context.uploads.enter(publisherId, `dry-run:${publisherId}`).catch(throwBusy);
  const as = {
    publisherId,
    nodeId: published?.node.id ?? nodeId,
    version: published?.version.version ?? body.node_version.version,
    metadata: {
      dependencies: body.node_version.dependencies,
      license: published?.node.metadata.license ?? body.node.license ?? undefined,
    },
  };
  return await countRefusal(
    context,
    publisherId,
    () => {
      const staging = context.blobs.stage(file, context.config.PACKAGE_BYTES_MAX, (bytes) =>
        place.take(bytes),
      );
      return examinePackage(context, as, staging);
    },
    ({ found }) => found.fault !== undefined,
  ).catch(throwBusy);
};

/** What would become of the package, and of the version with it. */
const judge = async (
  context: Context,
  tx: Act,
  published: Published | undefined,
  { sent, found }: Examined,
): Promise<RehearsedPackage> => {
  // In the order of an upload, which is refused before its body if it says how long that is.
  const obstacles = published && sent ? await closed(tx, published, sent.bytes) : [];
  if (found.fault !== undefined) return { sent, faults: [...obstacles, packageRefused(found.fault)] };
  const { judged, appNodes } = await judgeSound(context, tx, published, found);
  return { sent, faults: obstacles, judged: { ...judged, package: sent }, appNodes };
};

const judgeSound = async (
  context: Context,
  tx: Act,
  published: Published | undefined,
  { verdict, extraction: found }: Sound,
) => {
  if (published === undefined) {
    const extraction = { ...found, extractorVersion: EXTRACTOR_VERSION };
    const judged = { ...outcomes[verdict.outcome], verdict, extractStatus: found.status, extraction };
    return { judged: { ...judged, uploadDeadline: tx.now }, appNodes: found.appNodes.length };
  }
  const { version } = published;
  const { definitions, status, extraction } = await settleExtraction(tx.db, version, found);
  const outcome = await outcomeOf(context, tx, version, verdict);
  return {
    judged: { ...version, ...outcome, verdict, extractStatus: status, extraction },
    appNodes: definitions.size,
  };
};

/** What keeps the version from taking any package for now. */
const closed = async (tx: Act, { node, version }: Published, bytes: number): Promise<ApiError[]> => {
  const card = await findNodeCard(tx.db, node.key);
  const obstacle = card && (await findObstacleOf(tx.db, tx.now, card, version.uploadTokenId, bytes));
  if (card === undefined || obstacle === undefined) return [];
  return [await uploadClosed(tx.db, obstacle, { ...card, version, bytes })];
};
