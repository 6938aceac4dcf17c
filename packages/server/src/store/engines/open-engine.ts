import type { Engine } from '../engine.ts';
import { sqlitePathOf } from '../sqlite-path.ts';
import { type EngineOptions, openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the database at an address like `sqlite:<path>` or `postgres://…`, as it is. */
export const openEngine = (url: string, options: EngineOptions): Engine => {
  const path = sqlitePathOf(url);
  return path === undefined ? openPostgres(url, options) : openSqlite(path);
};
