import type { ChangeKind } from '@patchbay/contract';
import { type Caller, identifyAgain } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import { countUse } from '../store/rows/quotas.ts';
import type { Store, Writer } from '../store/store.ts';
import type { NewChange } from '../store/log/change.ts';
import { bytesAsJson } from '../limits/sizes.ts';
import { type Actor, accountOf, may } from './rights.ts';
import { tellAffected } from './tell-affected.ts';
import { useQuota } from './quotas.ts';

/** A write on behalf of a caller. Access checks of writes take it as an argument, so they cannot run earlier. */
export interface Act extends Writer {
  /** The caller, as this transaction identified them. */
  readonly actor: Actor;
  /** Whether it is that of a moderator who may not lift bans and appoint moderators alone. */
  readonly needsSecond: boolean;
}

/**
 * As `store.write`, on behalf of a caller, who is identified again inside the transaction: everything the write depends
 * on is read at the moment of the write. Throws `unauthenticated` if the bearer token ended in the meantime.
 */
export const act = <T>(
  context: Pick<Context, 'accounts' | 'config'> & { store: Pick<Store, 'write'> },
  caller: Caller,
  work: (tx: Act) => Promise<T>,
): Promise<T> =>
  context.store.write(caller.cause, async (tx) => {
    const actor = await identifyAgain(context, tx, caller);
    if (actor === undefined) throw unauthenticated('the Bearer ended before the write');
    await caller.attempt?.begin(tx);
    let bytes = 0;
    const changes: NewChange[] = [];
    const append: Act['append'] = (change) => {
      const { about: _about, ...logged } = change;
      bytes += bytesAsJson(logged);
      changes.push(change);
      return tx.append(change);
    };
    const isModerator = may(actor, 'moderate');
    const needsSecond = isModerator && context.config.MODERATION === 'two';
    const result = await work({ ...tx, actor, append, needsSecond });
    if (isModerator) await tellAffected({ ...tx, actor }, changes);
    const accountId = accountOf(actor);
    if (bytes > 0 && accountId !== undefined) {
      const use = { name: 'change_bytes', subjectId: accountId, amount: bytes } as const;
      await (takesAway(changes) ? countUse(tx, use) : useQuota({ ...tx, actor }, use));
    }
    await caller.attempt?.end(tx, result);
    return result;
  });

/**
 * Changes that only end something, such as a right or what users can install, and what protects an account. A quota
 * counts them and never refuses them, because they reduce a risk. Each is bounded by what was created before, or by its
 * rate.
 */
const endings: ReadonlySet<ChangeKind> = new Set([
  'node.deleted',
  'version.deleted',
  'publisher.deleted',
  'member.removed',
  'invitation.revoked',
  'invitation.declined',
  'token.revoked',
  'trusted-publisher.deleted',
  'webhook.deleted',
  'user.identity-unlinked',
  'user.factor-removed',
  'user.password-changed',
  'user.sessions-ended',
]);

const ends = (change: NewChange): boolean =>
  endings.has(change.kind) || (change.kind === 'webhook.updated' && change.after.enabled === false);

/** Whether a write with these changes only takes away. */
const takesAway = (changes: readonly NewChange[]): boolean =>
  changes.some(({ kind }) => kind === 'user.deleted') || changes.every(ends);
