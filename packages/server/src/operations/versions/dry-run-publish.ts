import type { Readable } from 'node:stream';
import type { DryRun, Endpoints } from '@patchbay/contract';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import { actAsPublisher } from '../../authorization/act-as-publisher.ts';
import { type Act } from '../../authorization/act.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { type AnyReading, applyExtraction } from '../../packages/apply-reading.ts';
import { uploadTerms } from '../../packages/await-package.ts';
import { findObstacleOf } from '../../packages/find-upload-obstacle.ts';
import type { PackageFault } from '../../packages/intake.ts';
import { judge, outcomes, unreadable } from '../../packages/judge.ts';
import { jobBudget, publishedOf, readStaged, uploadBudget } from '../../packages/read-package.ts';
import { tooLargeAsNone } from '../../packages/receive-package.ts';
import { type Published, type Publishing, publish } from '../../lifecycle/publish.ts';
import { type Judged, presentFindings } from '../../present/findings.ts';
import { difference } from '../../store/log/changes.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { findNode } from '../../store/rows/nodes.ts';
import type { StoredPackage } from '../../store/rows/versions.ts';
import type { Call, Operation } from '../operation.ts';
import { countRefusal } from '../../limits/rate-limited.ts';
import { packageRefused, uploadClosed } from '../../present/upload-refusals.ts';

/** What is known of a package that was sent along. */
interface RehearsedPackage {
  faults: readonly ApiError[];
  /** Undefined if it is too large to be measured. */
  sent: StoredPackage | undefined;
  /** What the version would come to with it; absent if it is refused whatever the version. */
  judged?: Judged;
  appNodes?: number;
}

const presentDryRun = (
  { faults, nodeChanges }: Pick<DryRunOutcome<unknown>, 'faults' | 'nodeChanges'>,
  sent: RehearsedPackage | undefined,
): DryRun => ({
  wouldPublish: faults.length === 0 && (sent?.faults ?? []).length === 0,
  faults: faults.map(presentFault),
  ...(nodeChanges === undefined ? {} : { node_changes: nodeChanges }),
  ...(sent === undefined ? {} : { package: presentPackage(sent) }),
});

const presentPackage = ({
  faults,
  sent,
  judged,
  appNodes,
}: RehearsedPackage): NonNullable<DryRun['package']> => ({
  ...(sent === undefined ? {} : { package_bytes: sent.bytes, package_sha256: sent.sha256 }),
  faults: faults.map(presentFault),
  ...(judged === undefined ? {} : { findings: presentFindings(judged, undefined) }),
  ...(appNodes === undefined ? {} : { app_nodes: appNodes }),
});

const presentFault = ({ code, message, details }: ApiError): DryRun['faults'][number] => ({
  error: code,
  message,
  ...(details === undefined ? {} : { details: [...details] }),
});

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
  if (call.package === undefined) return presentDryRun(before, undefined);
  const examined = await examine(context, call, before.published, call.package);
  const outcome = await dryRun(context, call, (tx, published) =>
    presentExamined(context, tx, published, examined),
  );
  return presentDryRun(outcome, outcome.seen);
};

interface DryRunOutcome<Seen> {
  faults: readonly ApiError[];
  published: Published | undefined;
  /** What it would overwrite of the node that there is. */
  nodeChanges: DryRun['node_changes'];
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
  let nodeChanges: DryRun['node_changes'];
  let seen: Seen | undefined;
  try {
    await actAsPublisher(
      context,
      call,
      async (tx, { tokenId, builtBy }) => {
        const upload = { uploadDeadline, uploadTokenId: tokenId };
        const former = await findNode(tx.db, call.params.nodeId);
        publishing = await publish(tx, { ...call, upload, builtBy, lookAt });
        const now = publishing.published?.node;
        nodeChanges = former && now && difference(former.metadata, now.metadata);
        seen = await look(tx, publishing.published);
      },
      'dryRun',
    );
  } catch (error) {
    // What the whole of it takes of a quota is counted at its end.
    if (publishing === undefined || !(error instanceof ApiError)) throw error;
    return { faults: [...publishing.faults, error], published: publishing.published, nodeChanges, seen };
  }
  return { faults: publishing?.faults ?? [], published: publishing?.published, nodeChanges, seen };
};

/** What there is to know about a package. */
interface Examined {
  /** Undefined if it is too large to be measured. */
  sent: StoredPackage | undefined;
  found: (AnyReading & { fault?: undefined }) | { fault: PackageFault };
}

/** Reads the package as its upload would, and keeps nothing of it. */
const examine = async (
  context: Context,
  { params, body }: DryRunCall,
  published: Published | undefined,
  file: Readable,
): Promise<Examined> => {
  const { publisherId, nodeId } = params;
  const { config, blobs } = context;
  // One at a time of each publisher, as the uploads for one version.
  await using upload = await context.uploads.enter(publisherId, `dry-run:${publisherId}`);
  const { version, dependencies } = body.node_version;
  const as = published ?? {
    node: { id: nodeId, metadata: { ...(body.node.license && { license: body.node.license }) } },
    version: { version, metadata: { ...(dependencies && { dependencies }) } },
  };
  const read = async (): Promise<Examined> => {
    const staging = blobs.stage(file, config.PACKAGE_BYTES_MAX, (bytes) => upload.take(bytes));
    await using staged = await staging.catch(tooLargeAsNone);
    if (staged === undefined) {
      return { sent: undefined, found: { fault: { kind: 'too-large', bytesMax: config.PACKAGE_BYTES_MAX } } };
    }
    const request = { account: publisherId, published: publishedOf(context, as) };
    const found =
      (await readStaged(context, staged, { ...request, budget: uploadBudget(config) })) ??
      (await readStaged(context, staged, { ...request, budget: jobBudget })) ??
      unreadable;
    return { sent: { sha256: staged.sha256, bytes: staged.bytes }, found };
  };
  return await countRefusal(context, publisherId, read, ({ found }) => found.fault !== undefined);
};

/** What would become of the package, and of the version with it. */
const presentExamined = async (
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
  { config }: Context,
  tx: Act,
  published: Published | undefined,
  found: AnyReading,
) => {
  const { verdict } = found;
  if (published === undefined) {
    const extraction = { ...found, extractorVersion: EXTRACTOR_VERSION };
    const judged = { ...outcomes[verdict.outcome], verdict, extractStatus: found.status, extraction };
    return { judged: { ...judged, uploadDeadline: tx.now }, appNodes: found.appNodes.length };
  }
  const { version } = published;
  const { definitions, status, extraction } = await applyExtraction(tx.db, version, found);
  const outcome = await judge(config, tx.db, version, verdict);
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
