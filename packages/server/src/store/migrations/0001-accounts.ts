import type { Step } from './step.ts';

/** The tables of the accounts library, in its naming; a test holds them against what it expects. */
export const accounts: Step = async (db, { text, accountTime, accountFlag }) => {
  await db.schema
    .createTable('user')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('emailVerified', accountFlag, (column) => column.notNull())
    .addColumn('image', text)
    .addColumn('createdAt', accountTime, (column) => column.notNull())
    .addColumn('updatedAt', accountTime, (column) => column.notNull())
    .addColumn('role', text)
    .addColumn('banned', accountFlag)
    .addColumn('banReason', text)
    .addColumn('banExpires', accountTime)
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('expiresAt', accountTime, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('createdAt', accountTime, (column) => column.notNull())
    .addColumn('updatedAt', accountTime, (column) => column.notNull())
    .addColumn('ipAddress', text)
    .addColumn('userAgent', text)
    .addColumn('userId', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('impersonatedBy', text)
    .execute();
  await db.schema.createIndex('session_userId_idx').on('session').column('userId').execute();

  await db.schema
    .createTable('account')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('providerId', text, (column) => column.notNull())
    .addColumn('userId', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('accessToken', text)
    .addColumn('refreshToken', text)
    .addColumn('idToken', text)
    .addColumn('accessTokenExpiresAt', accountTime)
    .addColumn('refreshTokenExpiresAt', accountTime)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('createdAt', accountTime, (column) => column.notNull())
    .addColumn('updatedAt', accountTime, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_userId_idx').on('account').column('userId').execute();

  await db.schema
    .createTable('verification')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('expiresAt', accountTime, (column) => column.notNull())
    .addColumn('createdAt', accountTime, (column) => column.notNull())
    .addColumn('updatedAt', accountTime, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('verification_identifier_idx')
    .on('verification')
    .column('identifier')
    .execute();
};
