import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the column holds the text, every character of which means itself. */
export const contains = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${text.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;
