import type { PublisherStatus } from '@patchbay/contract';
import { type SqlBool, sql } from 'kysely';
import { references } from '../references.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Tables } from '../tables.ts';

/** What a deleted account is called from then on. */
const neutralName = 'Deleted account';

/**
 * Tables whose rows outlive the account: memberships end one by one, and the others are the records of publishers and
 * nodes.
 */
const kept: ReadonlySet<keyof Tables> = new Set(['members', 'tokens', 'webhooks', 'reviews', 'reports']);

/**
 * Removes what is known about a person: all rows that refer to the account but those kept, its address and name, also
 * in the log, and the answers kept for it. The row of the account stays, so that what refers to it has a neutral name.
 */
export const eraseUser = async (
  { db, now }: Writer,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  for (const { from, to } of references) {
    const [table, column] = from;
    if (to[0] !== 'user' || kept.has(table)) continue;
    await db
      .deleteFrom(table as 'session')
      .where(column as 'userId', '=', id)
      .execute();
  }
  await db.deleteFrom('invitations').where('email', '=', email).execute();
  await db.deleteFrom('account_links').where('email', '=', email).execute();
  await db.deleteFrom('proposals').where('subject', '=', `user:${id}`).execute();
  await db.deleteFrom('mails').where('recipient', '=', email).execute();
  await db.deleteFrom('idempotency_keys').where('account_id', '=', id).execute();
  await db
    .updateTable('changes')
    .set({ after_json: JSON.stringify({ name: neutralName }) })
    .where('subject', '=', `user:${id}`)
    .where('action', '=', 'user.created')
    .execute();
  await db
    .updateTable('user')
    .set({
      name: neutralName,
      // Nobody can get mail at such an address, or sign up with it.
      email: erasedAddress(id),
      emailVerified: 0,
      image: null,
      role: 'user',
      banReason: null,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
};

const erasedAddress = (id: string): string => `${id}${erasedDomain}`;
const erasedDomain = '@deleted.invalid';

/** Whether the account was deleted. */
export const isErased = ({ id, email }: { id: string; email: string }): boolean =>
  email === erasedAddress(id);

/** The same in a query. */
export const isNotErased = sql<SqlBool>`"user"."email" <> "user"."id" || ${sql.lit(erasedDomain)}`;

/** At most `max` publishers that would have no owner without the user, by id. */
export const findPublishersOwnedAlone = async (
  read: ReadConnection,
  userId: string,
  max: number,
): Promise<{ id: string; status: PublisherStatus }[]> =>
  read
    .selectFrom('members as own')
    .innerJoin('publishers', 'publishers.id', 'own.publisher_id')
    .select(['publishers.id', 'publishers.status'])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'owner')
    .where('publishers.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as other')
            .select('other.id')
            .whereRef('other.publisher_id', '=', 'own.publisher_id')
            .where('other.user_id', '!=', userId)
            .where('other.role', '=', 'owner'),
        ),
      ),
    )
    .orderBy('own.publisher_id')
    .limit(max)
    .execute();
