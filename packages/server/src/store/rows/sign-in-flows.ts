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
