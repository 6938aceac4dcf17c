import type { Row } from '../tables.ts';
import type { ReadConnection, Writer } from '../store.ts';

/** A user with a verified address. */
export interface AddressedUser {
  id: string;
  email: string;
}

/** At most `max` members of publishers whose addresses are verified, behind the one with the id `after`. */
export const findAddressedMembers = (
  read: ReadConnection,
  after: string,
  max: number,
): Promise<AddressedUser[]> =>
  read
    .selectFrom('user')
    .select(['user.id', 'user.email'])
    .where('user.emailVerified', '=', 1)
    .where('user.id', '>', after)
    .where((eb) =>
      eb.exists(eb.selectFrom('members').select('members.id').whereRef('members.user_id', '=', 'user.id')),
    )
    .orderBy('user.id')
    .limit(max)
    .execute();

/** A domain, and when it was first found to be gone; null while it is there. */
export type KnownDomain = Row<'email_domains'>;

export const findEmailDomains = async (
  read: ReadConnection,
  domains: readonly string[],
): Promise<KnownDomain[]> =>
  domains.length === 0
    ? []
    : read.selectFrom('email_domains').selectAll().where('domain', 'in', domains).execute();

/** Records whether a domain is gone, as it was just looked up. */
export const recordEmailDomain = async (tx: Writer, domain: string, isGone: boolean): Promise<void> => {
  await tx.db
    .insertInto('email_domains')
    .values({ domain, looked_at: tx.now, missing_since: isGone ? tx.now : null })
    .onConflict((conflict) =>
      conflict.column('domain').doUpdateSet((eb) => ({
        looked_at: tx.now,
        missing_since: isGone ? eb.fn.coalesce('email_domains.missing_since', eb.val(tx.now)) : null,
      })),
    )
    .execute();
};

/** When the address of a user stopped counting. Undefined if it counts, or was never verified. */
export const findLapse = async (read: ReadConnection, userId: string): Promise<string | undefined> =>
  (
    await read
      .selectFrom('lapsed_addresses')
      .select('lapsed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.lapsed_at;

/** The address of the user counts no longer. */
export const insertLapse = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db
    .updateTable('user')
    .set({ emailVerified: 0, updatedAt: tx.now })
    .where('id', '=', userId)
    .execute();
  await tx.db
    .insertInto('lapsed_addresses')
    .values({ user_id: userId, lapsed_at: tx.now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ lapsed_at: tx.now }))
    .execute();
};

export const deleteLapse = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db.deleteFrom('lapsed_addresses').where('user_id', '=', userId).execute();
};
