import type { Engine } from '../engine.ts';
import { type EngineOptions, openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const sqliteScheme = 'sqlite:';

/** Opens the database at an address like `sqlite:<path>` or `postgres://…`, as it is. */
export const openEngine = (url: string, options: EngineOptions): Engine =>
  url.startsWith(sqliteScheme) ? openSqlite(url.slice(sqliteScheme.length)) : openPostgres(url, options);
