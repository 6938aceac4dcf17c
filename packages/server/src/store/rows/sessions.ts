import { limits } from '@patchbay/contract';
import { prepare } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { NewRow } from '../tables.ts';
import { denyApproved } from './sign-in-flows.ts';
import { type UserStanding, standingOf } from './users.ts';

/** A session, as rights depend on it. All times are by the machine's clock, by which the accounts library dates them. */
export interface SessionRecord {
  id: string;
  user: UserStanding;
  createdAt: Date;
  /** When it ends unless it is used. */
  expiresAt: Date;
  /** When its person last proved who they are. */
  signedInAt: Date;
  /** The second factor that was proved, too. */
  factorId: string | undefined;
  /** Undefined if it was never recorded. */
  lastUsedAt: Date | undefined;
}

/** What a new session is recorded with. */
export type SessionFacts = NewRow<'session_facts'>;

const dayMs = 24 * 60 * 60 * 1_000;

/** When a session ends, whether it is used or not. */
export const endOfSession = ({
  createdAt,
  expiresAt,
}: Pick<SessionRecord, 'createdAt' | 'expiresAt'>): Date =>
  new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + limits.sessionDaysMax * dayMs));

export const isOver = (session: Pick<SessionRecord, 'createdAt' | 'expiresAt'>): boolean =>
  endOfSession(session).getTime() <= Date.now();

const selectSessions = (read: ReadConnection) =>
  read
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('session_facts', 'session_facts.session_id', 'session.id')
    .select([
      'session.id as sessionId',
      'session.createdAt',
      'session.expiresAt',
      'user.id',
      'user.role',
      'user.banned',
      'user.emailVerified',
      'session_facts.signed_in_at',
      'session_facts.last_used_at',
      'session_facts.factor_id',
    ]);

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>;

const fromRow = (row: SessionRow): SessionRecord => ({
  id: row.sessionId,
  user: standingOf(row),
  createdAt: new Date(row.createdAt),
  expiresAt: new Date(row.expiresAt),
  signedInAt: new Date(row.signed_in_at ?? row.createdAt),
  factorId: row.factor_id ?? undefined,
  lastUsedAt: row.last_used_at === null ? undefined : new Date(row.last_used_at),
});

/** The session whose token has this SHA-256, also one that is over. Undefined if there is none. */
export const findSession = prepare(
  (read, digest: string) => selectSessions(read).where('session.token', '=', digest),
  fromRow,
);

/** As `findSession`, by the id of the session. */
export const findSessionById = prepare(
  (read, id: string) => selectSessions(read).where('session.id', '=', id),
  fromRow,
);

/** A session as its person sees it. */
export interface ListedSession extends SessionRecord {
  device: string | undefined;
  sealedNetwork: string | undefined;
}

/** The sessions of a user that are not over, the one that was used last first. */
export const findSessionsOfUser = async (read: ReadConnection, userId: string): Promise<ListedSession[]> => {
  const rows = await selectSessions(read)
    .select(['session_facts.device', 'session_facts.sealed_network'])
    .where('session.userId', '=', userId)
    .limit(limits.sessionsMax)
    .execute();
  const timeOf = ({ lastUsedAt, createdAt }: SessionRecord): number => (lastUsedAt ?? createdAt).getTime();
  return rows
    .map((row) => ({
      ...fromRow(row),
      device: row.device ?? undefined,
      sealedNetwork: row.sealed_network ?? undefined,
    }))
    .filter((session) => !isOver(session))
    .toSorted((one, other) => timeOf(other) - timeOf(one) || (one.id < other.id ? 1 : -1));
};

/** The id of the session whose token has this SHA-256, also of one that is over. */
export const findSessionId = async (read: ReadConnection, digest: string): Promise<string | undefined> =>
  (await read.selectFrom('session').select('id').where('token', '=', digest).executeTakeFirst())?.id;

/** Begins a session in the format of the accounts library. */
export const insertSession = async (
  tx: Writer,
  { now, ...session }: Pick<NewRow<'session'>, 'id' | 'userId' | 'token' | 'ipAddress'> & { now: Date },
): Promise<void> => {
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + limits.sessionIdleDays * dayMs).toISOString();
  await tx.db
    .insertInto('session')
    .values({ ...session, expiresAt, createdAt: at, updatedAt: at })
    .execute();
};

export const insertSessionFacts = async (tx: Writer, facts: SessionFacts): Promise<void> => {
  await tx.db.insertInto('session_facts').values(facts).execute();
};

/** Records what changed of a session, which may have no facts yet. */
export const updateSessionFacts = async (
  tx: Writer,
  { id, signedInAt }: Pick<SessionRecord, 'id' | 'signedInAt'>,
  change: Partial<Pick<SessionFacts, 'signed_in_at' | 'last_used_at' | 'factor_id'>>,
): Promise<void> => {
  const known = {
    signed_in_at: signedInAt.toISOString(),
    last_used_at: new Date().toISOString(),
    factor_id: null,
    device: null,
    sealed_network: null,
  };
  await tx.db
    .insertInto('session_facts')
    .values({ session_id: id, ...known, ...change })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(change))
    .execute();
};

/** Ends one session. */
export const endSession = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('session').where('id', '=', id).execute();
};

/** Ends one session of a user. Returns whether there was one with this id. */
export const endSessionOfUser = async (tx: Writer, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Ends all sessions of a user, and those that approved devices could still begin. */
export const endSessions = async (tx: Writer, userId: string): Promise<void> => {
  await denyApproved(tx, userId);
  await tx.db.deleteFrom('session').where('userId', '=', userId).execute();
};

/** As `endSessions`, but for one of them. Returns how many ended. */
export const endOtherSessions = async (tx: Writer, userId: string, keptId: string): Promise<number> => {
  await denyApproved(tx, userId);
  const { numDeletedRows } = await tx.db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', keptId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

/** At a time; a user has hardly more than a few too many. */
const endedMax = 1_000;

/** Ends the sessions of a user except so many, those that were not used for longest. */
export const endOldSessions = async (tx: Writer, userId: string, kept: number): Promise<void> => {
  await tx.db
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session as old')
        .select('old.id')
        .where('old.userId', '=', userId)
        .orderBy('old.expiresAt', 'desc')
        .orderBy('old.id', 'desc')
        .limit(endedMax)
        .offset(kept),
    )
    .execute();
};

/** Removes at most `max` sessions that expired before a time, or began so long before it. Returns how many. */
export const deleteExpiredSessions = async (
  tx: Writer,
  { before, max }: { before: string; max: number },
): Promise<number> => {
  const begun = new Date(Date.parse(before) - limits.sessionDaysMax * dayMs).toISOString();
  const { numDeletedRows } = await tx.db
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session as old')
        .select('old.id')
        .where((old) => old.or([old('old.expiresAt', '<', before), old('old.createdAt', '<', begun)]))
        .limit(max),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
