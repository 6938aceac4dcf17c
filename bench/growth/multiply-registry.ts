import { DatabaseSync } from 'node:sqlite';

type Rewrites = Readonly<Record<string, string>>;

const renamed = (column: string): string => `${column} || '-c' || :copy`;

/**
 * A UUID of the free-form version 8, which never equals a version 7, with the copy's number in place of four random
 * digits.
 */
const reidentified = (id: string): string =>
  `substr(${id}, 1, 14) || '8' || substr(${id}, 16, 9) || printf('%04x', :copy) || substr(${id}, 29)`;

const displaced = (ordinal: string): string => `${ordinal} + :copy * :places`;

/**
 * How copy number `:copy` of a row differs from the row; columns without an entry are the same. `:places` is the
 * number of positions in the list of that name, `:changes` the number of changes. Columns that must differ are
 * declared only here.
 */
const rewrites: Readonly<Record<string, Rewrites>> = {
  publishers: { id: renamed('id') },
  members: { id: reidentified('id'), publisher_id: renamed('publisher_id') },
  nodes: {
    key: renamed('key'),
    id: renamed('id'),
    publisher_id: renamed('publisher_id'),
    latest_version_id: reidentified('latest_version_id'),
    ordinal: displaced('ordinal'),
  },
  versions: { id: reidentified('id'), node_key: renamed('node_key'), ordinal: displaced('ordinal') },
  app_nodes: {
    version_id: reidentified('version_id'),
    name: renamed('name'),
    ordinal: displaced('ordinal'),
  },
  search_texts: {
    ordinal: displaced('ordinal'),
    place: displaced('place'),
    // The id is the first line.
    search_text: `${renamed(`substr(search_text, 1, instr(search_text, char(10)) - 1)`)} || substr(search_text, instr(search_text, char(10)))`,
    app_node_names: `case when app_node_names = '' then '' else ${renamed(`replace(app_node_names, char(10), ${renamed("''")} || char(10))`)} end`,
  },
  preempted_names: { name: renamed('name'), node_key: renamed('node_key') },
  changes: {
    seq: 'seq + :copy * :changes',
    subject: `case when subject like 'version:%' then 'version:' || ${reidentified('substr(subject, 9)')} else ${renamed('subject')} end`,
    node_key: renamed('node_key'),
  },
};

/** The list whose positions the rows of a table take, unless it has the table's name. */
const placedLike: Readonly<Record<string, string>> = { search_texts: 'nodes' };

/** Multiplies the registry in this SQLite file by copying all its rows. No other process may have the file open. */
export const multiplyRegistry = (path: string, times: number): void => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    db.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -2000000');
    const derived = db
      .prepare(
        `select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null and tbl_name in (${quoted(Object.keys(rewrites))})`,
      )
      .all() as unknown as readonly { type: string; name: string; sql: string }[];
    // Rebuilt at the end by sorting, which takes a fraction of the time of updating them.
    for (const { type, name } of derived) db.exec(`drop ${type} "${name}"`);
    for (const [table, rewritten] of Object.entries(rewrites)) {
      db.exec('begin');
      copyRows(db, table, rewritten, times);
      db.exec('commit');
    }
    db.prepare('update places set last = last * :times, listed = listed * :times').run({ times });
    db.prepare('update declarations set nodes = nodes * :times').run({ times });
    db.exec(`insert into search_index (search_index) values ('rebuild')`);
    for (const { sql } of derived) db.exec(sql);
    db.exec('pragma journal_mode = wal');
  } finally {
    db.close();
  }
};

const copyRows = (db: DatabaseSync, table: string, rewritten: Rewrites, times: number): void => {
  const columns = db.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
  const names = columns.map(({ name }) => name);
  const { last, changes, places } = db
    .prepare(
      `select (select max(rowid) from ${table}) as last, (select max(seq) from changes) as changes,
         (select last from places where list = ?) as places`,
    )
    .get(placedLike[table] ?? table) as Record<'last' | 'changes' | 'places', number | null>;
  const copy = db.prepare(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => rewritten[name] ?? name).join(', ')} from ${table} where rowid <= :last`,
  );
  copy.setAllowUnknownNamedParameters(true);
  // As a bigint, because a number is bound as a real, which would appear in ids as 4.0.
  for (let number = 1n; number < times; number += 1n) copy.run({ copy: number, last, changes, places });
};

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
