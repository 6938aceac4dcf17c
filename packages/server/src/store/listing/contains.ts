import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the column contains the text, without wildcards. */
export const contains = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern(text)} escape '!'`;

/** As `contains`, in any case. */
export const holds = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern(text.toLowerCase())} escape '!'`;

const pattern = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
