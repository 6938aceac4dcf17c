import { sql } from 'kysely';
import type { Step } from './step.ts';

/** Changes that members may not see need no index by publisher. */
const hidden = ['node.repaired', 'node.reviewed', 'publisher.moderated'];

/** The publisher whose members may see a change: so that a publisher's history is read without that of all others. */
export const changesOfPublishers: Step = async (db, { sortable }) => {
  await db.schema.alterTable('changes').addColumn('publisher_id', sortable).execute();
  await sql`
    update changes set publisher_id = case
      when node_key is not null then (select publisher_id from nodes where nodes.key = changes.node_key)
      when subject like 'publisher:%' then substr(subject, 11)
      else (select publisher_id from tokens where tokens.id = substr(changes.subject, 7))
    end
    where (node_key is not null or subject like 'publisher:%' or subject like 'token:%')
      and action not in (${sql.join(hidden)})
  `.execute(db);
  await db.schema
    .createIndex('changes_publisher')
    .on('changes')
    .columns(['publisher_id', 'seq'])
    .where(sql.ref('publisher_id'), 'is not', null)
    .execute();
};
