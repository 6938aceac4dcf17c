import type { Step } from './step.ts';

/** Invitations to publishers, the sign-ins that an account can look at, and proposals of moderators. */
export const people: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('invitations')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('email', sortable, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('inviter_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('invitations_of_publisher')
    .on('invitations')
    .columns(['publisher_id', 'email'])
    .unique()
    .execute();
  await db.schema.createIndex('invitations_to').on('invitations').columns(['email', 'created_at']).execute();
  await db.schema.createIndex('invitations_by').on('invitations').column('inviter_id').execute();
  await db.schema.createIndex('invitations_expired').on('invitations').column('expires_at').execute();
  await db.schema
    .createTable('sign_ins')
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('event', sortable, (column) => column.notNull())
    .addColumn('hour', sortable, (column) => column.notNull())
    .addColumn('network', sortable, (column) => column.notNull())
    .addColumn('at', sortable, (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_ins_key', ['user_id', 'event', 'hour', 'network'])
    .execute();
  await db.schema.createIndex('sign_ins_newest').on('sign_ins').columns(['user_id', 'event', 'at']).execute();
  await db.schema.createIndex('sign_ins_expired').on('sign_ins').column('at').execute();
  await db.schema
    .createTable('proposals')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('moderation', text, (column) => column.notNull())
    .addColumn('params_json', text, (column) => column.notNull())
    .addColumn('body_json', text, (column) => column.notNull())
    .addColumn('aim', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull().unique())
    .addColumn('about', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('proposer_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .execute();
};
