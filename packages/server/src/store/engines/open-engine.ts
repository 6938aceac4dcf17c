import type { Engine } from '../engine.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const sqliteScheme = 'sqlite:';

/** Opens the database at an address like `sqlite:<path>` or `postgres://…`, as it is. */
export const openEngine = (
  url: string,
  limits: { connections: number; replicaUrl?: string | undefined },
): Engine =>
  url.startsWith(sqliteScheme) ? openSqlite(url.slice(sqliteScheme.length)) : openPostgres(url, limits);
