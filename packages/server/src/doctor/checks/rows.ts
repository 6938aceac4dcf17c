import { isJson, unclaimedPublisherId } from '@patchbay/contract';
import { type SqlBool, sql } from 'kysely';
import { type AnyReader, type AnyRow, readRows } from '../../store/any-table.ts';
import { primaryKeys } from '../../store/primary-keys.ts';
import { type Reference, references as all } from '../../store/references.ts';
import { type Check, soughtMax } from '../check.ts';

/** PostgreSQL reports damaged pages by itself when it reads them. */
export const database: Check = {
  name: 'database',
  promise: 'The file of the database is sound; SQLite only.',
  reads: 'rows',
  async *find({ engine }) {
    for (const [index, damage] of (await engine.findDamage()).entries()) {
      yield {
        subject: `damage:${index + 1}`,
        message: `${damage}. Restore a backup, or recover the file with the sqlite3 program.`,
      };
    }
  },
};

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
        yield {
          subject: nameValue(table, row, column),
          message: `The row refers to ${target} ${JSON.stringify(row[column])}, which does not exist. Restore the row from a backup.`,
        };
      }
    }
  },
};

/** `nodes.metadata_json:<key>`. */
const nameValue = (table: keyof typeof primaryKeys, row: AnyRow, column: string): string =>
  `${table}.${column}:${primaryKeys[table].map((name) => String(row[name])).join('/')}`;

/** Other checks that need such a value pass over it or cannot be done. */
export const json: Check = {
  name: 'json',
  promise: 'Every value that is kept as JSON can be read.',
  reads: 'rows',
  async *find({ read }) {
    for (const table of Object.keys(primaryKeys) as (keyof typeof primaryKeys)[]) {
      for await (const rows of readRows(read, { name: table, key: primaryKeys[table] }, 'all')) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => column.endsWith('_json'));
        if (columns.length === 0) break;
        for (const row of rows) {
          for (const column of columns.filter((one) => !isJson(String(row[one])))) {
            const message = 'The value is no JSON. Restore the row from a backup.';
            yield { subject: nameValue(table, row, column), message };
          }
        }
      }
    }
  },
};

/** Who shall own it, a moderator or the operator must decide. */
export const owners: Check = {
  name: 'owners',
  promise: 'Every publisher of this registry has an owner.',
  reads: 'rows',
  async *find({ read }) {
    const rows = await read
      .selectFrom('publishers')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('id', '!=', unclaimedPublisherId)
      // One from another registry has its members there.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('replicas')
              .select('replicas.id')
              .where('replicas.resource', '=', 'publisher')
              .whereRef('replicas.id', '=', 'publishers.id'),
          ),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('members')
              .select('members.id')
              .whereRef('members.publisher_id', '=', 'publishers.id')
              .where('members.role', '=', 'owner'),
          ),
        ),
      )
      .limit(soughtMax)
      .execute();
    for (const { id } of rows) {
      yield { subject: `publisher:${id}`, message: 'It has no owner. Restore the member from a backup.' };
    }
  },
};
