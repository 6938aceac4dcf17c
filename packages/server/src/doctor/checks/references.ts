import { type SqlBool, sql } from 'kysely';
import type { AnyReader } from '../../store/any-table.ts';
import { primaryKeys } from '../../store/primary-keys.ts';
import { type Reference, references as all } from '../../store/references.ts';
import { type Check, soughtMax } from '../check.ts';

/** A row that refers to nothing tells of a lost one, so nobody but people can repair it. */
export const references: Check = {
  name: 'references',
  promise: 'Every row to which another one refers exists.',
  reads: 'rows',
  async *find({ read }) {
    const db: AnyReader = read;
    for (const { from, to } of all satisfies readonly Reference[]) {
      const [table, column] = from;
      const [target, targetColumn] = to;
      const rows = await db
        .selectFrom(`${table} as child`)
        .leftJoin(`${target} as parent`, `parent.${targetColumn}`, `child.${column}`)
        .select([...primaryKeys[table], column].map((name) => `child.${name}`))
        .where(sql<SqlBool>`${sql.ref(`child.${column}`)} is not null`)
        .where(sql<SqlBool>`${sql.ref(`parent.${targetColumn}`)} is null`)
        .limit(soughtMax)
        .execute();
      for (const row of rows) {
        const key = primaryKeys[table].map((name) => String(row[name])).join('/');
        yield {
          subject: `${table}.${column}:${key}`,
          message: `The row refers to ${target} ${JSON.stringify(row[column])}, which does not exist. Restore the row from a backup.`,
        };
      }
    }
  },
};
