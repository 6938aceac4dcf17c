import type { Step } from './step.ts';

/** The table of the accounts library for devices, in its naming, with two columns of our own. */
export const deviceCodes: Step = async (db, { text, integer, accountTime }) => {
  await db.schema
    .createTable('deviceCode')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('deviceCode', text, (column) => column.notNull().unique())
    .addColumn('userCode', text, (column) => column.notNull().unique())
    .addColumn('userId', text, (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('expiresAt', accountTime, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('lastPolledAt', accountTime)
    .addColumn('pollingInterval', integer)
    .addColumn('clientId', text)
    .addColumn('scope', text)
    .addColumn('network', text)
    .addColumn('passwordMark', text)
    .execute();
  await db.schema.createIndex('deviceCode_expiresAt_idx').on('deviceCode').column('expiresAt').execute();
  await db.schema
    .createIndex('deviceCode_network_idx')
    .on('deviceCode')
    .columns(['network', 'expiresAt'])
    .execute();
};
