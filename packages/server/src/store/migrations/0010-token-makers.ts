import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Step } from './step.ts';

/**
 * Who made each token, as the log has it, and by which token a version was published. A token whose maker the log does
 * not name, is no owner of its publisher or is banned ends here, which the log records. What a token may do is written
 * out, because the default changed: those made before keep what they could do, and none may delete.
 */
export const tokenMakers: Step = async (db, { text }) => {
  await db.schema.alterTable('tokens').addColumn('maker_id', text).execute();
  await db.schema.alterTable('versions').addColumn('upload_token_id', text).execute();
  await db.schema.createIndex('tokens_maker').on('tokens').column('maker_id').execute();
  const at = new Date().toISOString();
  for (const token of await db
    .selectFrom('tokens')
    .select(['id', 'publisher_id', 'request_json', 'revoked_at'])
    .execute()) {
    const makerId = await findMaker(db, token.id);
    const request = JSON.parse(token.request_json) as { actions?: string[] };
    await db
      .updateTable('tokens')
      .set({
        maker_id: makerId ?? null,
        request_json: JSON.stringify({ ...request, actions: request.actions ?? ['publish', 'edit'] }),
      })
      .where('id', '=', token.id)
      .execute();
    if (token.revoked_at !== null || (await isOwner(db, token.publisher_id, makerId))) continue;
    await db.updateTable('tokens').set({ revoked_at: at }).where('id', '=', token.id).execute();
    await logRevocation(db, at, token);
  }
};

const findMaker = async (db: Kysely<Tables>, tokenId: string): Promise<string | undefined> => {
  const made = await db
    .selectFrom('changes')
    .select('actor')
    .where('subject', '=', `token:${tokenId}`)
    .where('action', '=', 'token.created')
    .executeTakeFirst();
  return made?.actor.startsWith('user:') ? made.actor.slice('user:'.length) : undefined;
};

const isOwner = async (db: Kysely<Tables>, publisherId: string, userId = ''): Promise<boolean> => {
  const owner = await db
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.user_id')
    .select('user.banned')
    .where('members.publisher_id', '=', publisherId)
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .executeTakeFirst();
  return owner !== undefined && !owner.banned;
};

const logRevocation = async (
  db: Kysely<Tables>,
  at: string,
  token: { id: string; publisher_id: string },
): Promise<void> => {
  await db
    .insertInto('changes')
    .values((eb) => ({
      seq: eb
        .selectFrom('changes')
        .select(eb(eb.fn.coalesce(eb.fn.max('changes.seq'), eb.lit(0)), '+', eb.lit(1)).as('seq')),
      at,
      actor: 'server',
      action: 'token.revoked',
      subject: `token:${token.id}`,
      node_key: null,
      before_json: JSON.stringify({ publisher: token.publisher_id }),
      after_json: null,
      reason: 'its maker is not known, banned, or no longer an owner of the publisher',
      request_id: null,
    }))
    .execute();
};
