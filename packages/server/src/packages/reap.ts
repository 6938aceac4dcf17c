import { limits } from '@patchbay/contract';
import { dayOf } from '@patchbay/contract/days';
import type { Context } from '../context.ts';
import { deleteEnded } from '../store/rows/any-rows.ts';
import { deleteDailyCounts } from '../store/rows/counts.ts';
import { deleteDailyDownloads } from '../store/rows/downloads.ts';
import { deleteOldMails } from '../store/rows/mails.ts';
import { deleteExpiredSessions } from '../store/rows/sessions.ts';
import { endExpiredTokens } from '../lifecycle/trusted-publisher.ts';
import { hasJobOfKind } from '../store/queue/jobs.ts';
import type { Store, Writer } from '../store/store.ts';
import { examineBlobs, orphanGraceMs, orphansRemovedMax } from './examine-blobs.ts';

/** How many packages one run looks at. */
const perRun = 5_000;
const expiredMax = 10_000;
/** Of one transaction, which other writes wait for. */
const rowsMax = 1_000;
const dayMs = 24 * 60 * 60_000;
/** For how long an event that was told is not told again. */
const mailDaysKept = 90;

/**
 * Removes orphans from behind the package `after`. At the start of a cycle it also removes sessions, device codes,
 * invitations and idempotency keys that expired, old sign-ins, and files that a process left behind on this machine.
 * Returns where to continue, or undefined at the end of the cycle. A run that removed a package ends it, so that a day
 * has one limit.
 */
export const reap = async (
  { store, blobs, metrics, now }: Pick<Context, 'store' | 'blobs' | 'metrics' | 'now'>,
  after: string,
  examinedMax = perRun,
): Promise<string | undefined> => {
  const count = (
    what:
      | 'account-link'
      | 'device-code'
      | 'download-day'
      | 'idempotency-key'
      | 'identity'
      | 'invitation'
      | 'leftover'
      | 'mail'
      | 'package'
      | 'proposal'
      | 'session'
      | 'sign-in',
    items = 1,
  ): void => metrics.countReaped(what, items);
  if (after === '') {
    for await (const leftover of blobs.leftovers()) {
      await leftover.remove();
      count('leftover');
    }
    // The accounts library dates them by the machine's clock.
    const by = new Date().toISOString();
    const [sessions, deviceCodes] = await store.write({ actor: 'server' }, async (tx) => [
      await deleteExpiredSessions(tx, { before: by, max: expiredMax }),
      await deleteEnded(tx, 'deviceCode', { by, max: expiredMax }),
    ]);
    count('session', sessions);
    count('device-code', deviceCodes);
    // Before they are forgotten as tokens of CI jobs.
    for (let ended = 1; ended > 0;)
      ended = await store.write({ actor: 'server' }, (tx) => endExpiredTokens(tx));
    const isOver = { by: now().toISOString(), max: rowsMax };
    const daysAgo = (days: number): string => new Date(now().getTime() - days * dayMs).toISOString();
    const firstDay = dayOf(daysAgo(limits.downloadDaysKept));
    const lastSignIn = daysAgo(limits.signInDaysKept);
    const mailsBefore = daysAgo(mailDaysKept);
    for (const [what, remove] of [
      ['idempotency-key', (tx: Writer) => deleteEnded(tx, 'idempotency_keys', isOver)],
      ['invitation', (tx: Writer) => deleteEnded(tx, 'invitations', isOver)],
      ['proposal', (tx: Writer) => deleteEnded(tx, 'proposals', isOver)],
      ['sign-in', (tx: Writer) => deleteEnded(tx, 'sign_ins', { by: lastSignIn, max: rowsMax })],
      ['identity', (tx: Writer) => deleteEnded(tx, 'trusted_tokens', isOver)],
      ['download-day', (tx: Writer) => deleteDailyDownloads(tx, { before: firstDay, max: rowsMax })],
      ['account-link', (tx: Writer) => deleteEnded(tx, 'account_links', isOver)],
      ['mail', (tx: Writer) => deleteOldMails(tx, { before: mailsBefore, max: rowsMax })],
    ] as const) {
      for (let removed = rowsMax; removed >= rowsMax;) {
        removed = await store.write({ actor: 'server' }, remove);
        count(what, removed);
      }
    }
    await store.write({ actor: 'server' }, (tx) => deleteDailyCounts(tx, firstDay));
  }
  const before = new Date(now().getTime() - orphanGraceMs);
  let [examined, removed] = [0, 0];
  for await (const page of examineBlobs(store.read, blobs, after)) {
    for (const { key, storedAt } of page.orphans) {
      if (storedAt >= before) continue;
      if (removed === orphansRemovedMax) return undefined;
      await blobs.remove(key);
      count('package');
      removed += 1;
    }
    examined += page.examined;
    if (examined >= examinedMax) return removed === 0 ? page.last : undefined;
  }
  return undefined;
};

/** How often what has ended is removed. */
export const reaperCycleMs = 24 * 60 * 60_000;
/** Leaves time for other jobs between two runs. */
const pauseMs = 10_000;

/** The key before all packages. */
const start = '';

/** Requests the next run of the reaper: soon behind the package at which it stopped, or a day later from the start. */
export const reapAt = (tx: Writer, now: Date, stoppedAt: string | undefined): Promise<void> =>
  tx.enqueue({
    kind: 'reap',
    subject: stoppedAt ?? start,
    runAt: new Date(now.getTime() + (stoppedAt === undefined ? reaperCycleMs : pauseMs)).toISOString(),
  });

/** Requests the reaper in a registry that does not have it yet. */
export const ensureReaper = async (store: Store, now: () => Date): Promise<void> => {
  if (await hasJobOfKind(store.read, 'reap')) return;
  await store.write({ actor: 'server' }, (tx) => reapAt(tx, now(), undefined));
};
