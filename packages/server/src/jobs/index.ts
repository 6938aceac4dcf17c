import { sendMail } from '../mail/send-mail.ts';
import { expireVersions, isAwaited, nextLook, takeArrival } from '../packages/await-package.ts';
import { readAndRecord } from '../packages/read-package.ts';
import { reap, reapAt, ensureReaper } from '../packages/reap.ts';
import { type JobKind, putOffMsMax } from '../store/queue/job.ts';
import { bringForward, completeJob, findJob } from '../store/queue/jobs.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import { deliverWebhook } from '../webhooks/deliver.ts';
import { checkDomains, ensureDomainCheck } from './check-domains.ts';
import { type JobDefinition, backoffMs } from './job.ts';
import type { Context } from '../context.ts';

const readPackage: JobDefinition<'receive-package'>['run'] = async (
  context,
  { subject: versionId, attempts },
) => {
  const { store, blobs, now } = context;
  const version = await findVersionById(store.read, versionId);
  if (version === undefined) return undefined;
  if (version.package !== undefined) {
    if (isUnread(version)) await readAndRecord(context, version, attempts);
    return undefined;
  }
  if (!isAwaited(version)) return undefined;
  const isPending = version.status === 'NodeVersionStatusPending';
  if (isPending && (await takeArrival(context, version))) return undefined;
  if (new Date(version.uploadDeadline) <= now()) {
    await expireVersions(context);
    return undefined;
  }
  const runAt = isPending ? nextLook(blobs, version.uploadDeadline, now()) : undefined;
  return runAt && { runAt };
};

const isUnread = ({ status, extractStatus }: VersionRecord): boolean =>
  status === 'NodeVersionStatusPending' || extractStatus === 'pending';

/**
 * Reads the package of a version and records its verdict and its app-nodes, and looks for one that is to come where the
 * store takes uploads by itself.
 */
const readPackageJob: JobDefinition<'receive-package'> = { kind: 'receive-package', run: readPackage };

/** The same for a version that has its verdict. Servers of the version before this one know only this kind for it. */
const readAppNodesJob: JobDefinition<'extract-app-nodes'> = { kind: 'extract-app-nodes', run: readPackage };

/** Sends a webhook its events. */
const deliverWebhookJob: JobDefinition<'deliver-webhook'> = { kind: 'deliver-webhook', run: deliverWebhook };

/** Removes what nothing owns, some at a time and all of it about once a day. */
const reapJob: JobDefinition<'reap'> = {
  kind: 'reap',
  run: async (context, job) => {
    const stoppedAt = await reap(context, job.subject);
    await context.store.write({ actor: 'server' }, async (tx) => {
      await completeJob(tx, job);
      await reapAt(tx, context.now(), stoppedAt);
    });
    return 'completed';
  },
};

/** Follows the registry that this one mirrors, or that it stands in front of. */
const replicateJob: JobDefinition<'replicate'> = {
  kind: 'replicate',
  run: async ({ replication }, { subject }) => {
    const runAt = await replication?.run(subject);
    return runAt && { runAt };
  },
};

/** Sends a message to a person. */
const sendMailJob: JobDefinition<'send-mail'> = { kind: 'send-mail', run: sendMail };

/** Looks up the domains of addresses, some at a time and all of them about once a day. */
const checkDomainsJob: JobDefinition<'check-domains'> = { kind: 'check-domains', run: checkDomains };

/** The definitions of all kinds of jobs. A table that misses one does not compile. */
export const jobs: { readonly [Kind in JobKind]: JobDefinition<Kind> } = {
  'receive-package': readPackageJob,
  'extract-app-nodes': readAppNodesJob,
  'deliver-webhook': deliverWebhookJob,
  reap: reapJob,
  replicate: replicateJob,
  'send-mail': sendMailJob,
  'check-domains': checkDomainsJob,
};

/**
 * Requests what a registry does by itself, unless it was requested before: each day, and to follow its source. What a
 * clock that was ahead has put off begins now.
 */
export const ensureJobs = async (context: Context): Promise<void> => {
  const { store, now } = context;
  const latest = new Date(now().getTime() + putOffMsMax).toISOString();
  await store.queue((tx) => bringForward(tx, latest));
  await ensureReaper(store, now);
  await ensureDomainCheck(context);
  await ensureReplication(context);
};

const ensureReplication = async ({ store, replication, config, now }: Context): Promise<void> => {
  if (replication === undefined) return;
  const job = { kind: 'replicate', subject: replication.name } as const;
  const known = await findJob(store.read, job);
  // One that is put off for longer was put off by a clock that was ahead.
  const latest = now().getTime() + config.SYNC_INTERVAL * 1_000 + backoffMs.most;
  if (known !== undefined && Date.parse(known.goesOnAt) <= latest) return;
  await store.write({ actor: 'server' }, (tx) => tx.enqueue({ ...job, runAt: tx.now }));
};
