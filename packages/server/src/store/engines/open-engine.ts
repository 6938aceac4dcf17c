import type { Engine } from '../engine.ts';
import { type EngineOptions, openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const sqliteScheme = 'sqlite:';

/** The file of a database of SQLite; undefined for one of PostgreSQL. */
export const sqlitePathOf = (url: string): string | undefined =>
  url.startsWith(sqliteScheme) ? url.slice(sqliteScheme.length) : undefined;

/** Opens the database at an address like `sqlite:<path>` or `postgres://…`, as it is. */
export const openEngine = (url: string, options: EngineOptions): Engine => {
  const path = sqlitePathOf(url);
  return path === undefined ? openPostgres(url, options) : openSqlite(path);
};
