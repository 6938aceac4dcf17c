import type { ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';
import type { Row } from '../tables.ts';

/** A sign-in with an external provider that is under way. */
export type SignInFlow = Row<'sign_in_flows'>;

export const insertFlow = async (tx: Writer, flow: SignInFlow): Promise<void> => {
  await tx.db.insertInto('sign_in_flows').values(flow).execute();
};

/** Removes the sign-in and returns it, so that it is taken once. Undefined if it is unknown, was taken, or has expired. */
export const takeFlow = async (tx: Writer, id: string): Promise<SignInFlow | undefined> => {
  const flow = await tx.db.deleteFrom('sign_in_flows').where('id', '=', id).returningAll().executeTakeFirst();
  return flow === undefined || flow.expires_at <= tx.now ? undefined : flow;
};

/** How many have not expired: all of them, or those that a network began. */
export const countFlows = (
  read: ReadConnection,
  { now, network }: { now: string; network?: string },
): Promise<number> =>
  countRows(
    read
      .selectFrom('sign_in_flows')
      .where('expires_at', '>', now)
      .$if(network !== undefined, (query) => query.where('network', '=', network ?? '')),
  );

/** A device that waits for a person, as the person sees it. */
export interface WaitingDevice {
  /** What it calls itself. */
  clientId: string;
  /** See `limits/client-network.ts`. */
  network: string;
}

/** Where a user code is, and the machine's time, by which the accounts library dates device codes. */
interface Asked {
  userCodeDigest: string;
  now: string;
}

/** The device whose user code this is. Undefined if there is none, it has expired, or somebody has decided. */
export const findWaitingDevice = async (
  read: ReadConnection,
  { userCodeDigest, now }: Asked,
): Promise<WaitingDevice | undefined> => {
  const row = await read
    .selectFrom('deviceCode')
    .select(['clientId', 'network'])
    .where('userCode', '=', userCodeDigest)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && { clientId: row.clientId ?? '', network: row.network ?? '' };
};

/** Approves or denies a device that waits. Returns whether there was one: of two decisions, the first counts. */
export const decideDevice = async (
  tx: Writer,
  { userCodeDigest, now }: Asked,
  decision: { status: 'approved'; userId: string; passwordMark: string } | { status: 'denied' },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('deviceCode')
    .set(decision)
    .where('userCode', '=', userCodeDigest)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The mark of the password with which a device was approved; undefined if it was not. */
export const findApproval = async (
  read: ReadConnection,
  deviceCodeDigest: string,
): Promise<string | undefined> => {
  const row = await read
    .selectFrom('deviceCode')
    .select('passwordMark')
    .where('deviceCode', '=', deviceCodeDigest)
    .executeTakeFirst();
  return row?.passwordMark ?? undefined;
};

/** How many device codes have not expired: all of them, or those that a network requested. */
export const countDeviceCodes = (
  read: ReadConnection,
  { now, network }: { now: string; network?: string },
): Promise<number> =>
  countRows(
    read
      .selectFrom('deviceCode')
      .where('expiresAt', '>', now)
      .$if(network !== undefined, (query) => query.where('network', '=', network ?? '')),
  );

/** Counts a device code for the network that requested it. */
export const setNetwork = async (tx: Writer, deviceCodeDigest: string, network: string): Promise<void> => {
  await tx.db.updateTable('deviceCode').set({ network }).where('deviceCode', '=', deviceCodeDigest).execute();
};

export const deleteDeviceCode = async (tx: Writer, deviceCodeDigest: string): Promise<void> => {
  await tx.db.deleteFrom('deviceCode').where('deviceCode', '=', deviceCodeDigest).execute();
};

/** Denies the devices that could still begin a session of the user. */
export const denyApproved = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db
    .updateTable('deviceCode')
    .set({ status: 'denied' })
    .where('userId', '=', userId)
    .where('status', '=', 'approved')
    .execute();
};
