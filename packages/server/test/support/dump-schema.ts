import { sql } from 'kysely';
import type { Engine } from '../../src/store/engine.ts';

interface Definition {
  text: string;
}

const definitions = {
  // The tables behind a search index are the library's own.
  sqlite: sql<Definition>`
    select sql as text from sqlite_schema
    where sql is not null and tbl_name not like 'kysely%' and name not like 'search_index_%'
    order by tbl_name, type = 'index', name`,
  postgres: sql<Definition>`
    with tables as (
      select oid, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    ), parts as (
      select attrelid as oid, 0 as rank, attnum::text as key, quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
        || case when collname is null or collname = 'default' then '' else ' collate ' || quote_ident(collname) end
        || case when attnotnull then ' not null' else '' end
        || case when attidentity = '' then coalesce(' default ' || pg_get_expr(adbin, adrelid), '') else ' generated as identity' end as text
      from pg_attribute
      left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select conrelid, 1, conname, pg_get_constraintdef(oid) from pg_constraint where contype in ('p', 'u', 'f', 'c')
    ), listed as (
      select name, oid, 0 as rank, '' as key, 'create table ' || quote_ident(name) || ' ('
        || (select string_agg(text, ', ' order by rank, length(key) * (1 - rank), key) from parts where parts.oid = tables.oid) || ')' as text
      from tables
      union all
      select name, tables.oid, 1, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      from tables join pg_index on indrelid = tables.oid
      where not exists (select from pg_constraint where conindid = indexrelid)
      union all
      select name, tables.oid, 2, tgname, pg_get_triggerdef(pg_trigger.oid)
      from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
    )
    select text from (
      select '' as name, 0 as rank, extname as key, 'create extension ' || quote_ident(extname) as text
      from pg_extension where extname <> 'plpgsql'
      union all
      select '', 1, proname, pg_get_functiondef(pg_proc.oid) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select name, 2 + rank, key, text from listed
    ) as statements
    order by name collate "C", rank, key collate "C"`,
};

/** Puts each part of the outer brackets on a line of its own, so that a difference shows the column that changed. */
const inLines = (text: string): string => {
  let depth = 0;
  let isQuoted = false;
  return text.replaceAll(/'|\(|\)|, /g, (mark) => {
    if (mark === "'") isQuoted = !isQuoted;
    if (isQuoted || mark === "'") return mark;
    if (mark === '(') return (depth += 1) === 1 ? '(\n  ' : mark;
    if (mark === ')') return (depth -= 1) === 0 ? '\n)' : mark;
    return depth === 1 ? ',\n  ' : mark;
  });
};

const isTable = (text: string): boolean => /^create (?:virtual )?table /i.test(text);

/** The statements that make the schema as it is, without the tables of the migrations and of the search index. */
export const dumpSchema = async (engine: Pick<Engine, 'migrator' | 'accounts'>): Promise<string> => {
  const { rows } = await definitions[engine.accounts.type].execute(engine.migrator);
  return rows.map(({ text }) => `${isTable(text) ? inLines(text) : text.trim()};\n`).join('\n');
};
