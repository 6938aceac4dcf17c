import { closeSync, openSync, readSync, statSync } from 'node:fs';

const scheme = 'sqlite:';

/** The file of a database at an address like `sqlite:<path>`; undefined for one of PostgreSQL. */
export const sqlitePathOf = (url: string): string | undefined =>
  url.startsWith(scheme) ? url.slice(scheme.length) : undefined;

const header = Buffer.from('SQLite format 3\0');
/** Of SQLite: https://www.sqlite.org/rescode.html#notadb */
const notADatabase = 26;

/** Throws as SQLite itself, and before anything changes, at a file with other content than a database. */
export const requireDatabaseFile = (path: string): void => {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() !== true || file.size === 0) return;
  const start = Buffer.alloc(header.length);
  const opened = openSync(path, 'r');
  try {
    readSync(opened, start, 0, start.length, 0);
  } finally {
    closeSync(opened);
  }
  if (!start.equals(header))
    throw Object.assign(new Error('file is not a database'), { errcode: notADatabase });
};
