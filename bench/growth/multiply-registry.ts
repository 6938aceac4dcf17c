import { DatabaseSync } from 'node:sqlite';

/** How copy number `:copy` of a row differs from the row; what is not named is the same. The one place to tell of a new column that must not be. */
const rewrites: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  publishers: { id: renamed('id') },
  members: { id: reidentified('id'), publisher_id: renamed('publisher_id') },
  nodes: {
    key: renamed('key'),
    id: renamed('id'),
    publisher_id: renamed('publisher_id'),
    latest_version_id: reidentified('latest_version_id'),
  },
  versions: { id: reidentified('id'), node_key: renamed('node_key') },
  app_nodes: { version_id: reidentified('version_id'), name: renamed('name') },
  changes: {
    seq: 'seq + :copy * :changes',
    subject: `case when subject like 'version:%' then 'version:' || ${reidentified('substr(subject, 9)')} else ${renamed('subject')} end`,
  },
};

function renamed(column: string): string {
  return `${column} || '-c' || :copy`;
}

/** A UUID of the free-form version 8 that no version 7 can be, with the copy's number in place of four random digits. */
function reidentified(id: string): string {
  return `substr(${id}, 1, 14) || '8' || substr(${id}, 16, 9) || printf('%04x', :copy) || substr(${id}, 29)`;
}

/** Makes the registry in this SQLite file `times` as large by copies of all its rows. Nobody else may have it open. */
export const multiplyRegistry = (path: string, times: number): void => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    db.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -2000000');
    const indexes = db
      .prepare(
        `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${quoted(Object.keys(rewrites))})`,
      )
      .all() as unknown as readonly { name: string; sql: string }[];
    // Made anew at the end by sorting, which takes a fraction of keeping them up to date.
    for (const { name } of indexes) db.exec(`drop index "${name}"`);
    const { changes } = db.prepare('select max(seq) as changes from changes').get() as { changes: number };
    for (const table of Object.keys(rewrites)) {
      db.exec('begin');
      copyRows(db, table, times, changes);
      db.exec('commit');
    }
    for (const { sql } of indexes) db.exec(sql);
    db.exec('pragma journal_mode = wal');
  } finally {
    db.close();
  }
};

const copyRows = (db: DatabaseSync, table: string, times: number, changes: number): void => {
  const rewritten = rewrites[table] ?? {};
  const columns = db.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
  const names = columns.map(({ name }) => name);
  const { last } = db.prepare(`select max(rowid) as last from ${table}`).get() as { last: number | null };
  const copy = db.prepare(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => rewritten[name] ?? name).join(', ')} from ${table} where rowid <= :last`,
  );
  copy.setAllowUnknownNamedParameters(true);
  for (let number = 1; number < times; number += 1) copy.run({ copy: number, last: last ?? 0, changes });
};

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
