const scheme = 'sqlite:';

/** The file of a database at an address like `sqlite:<path>`; undefined for one of PostgreSQL. */
export const sqlitePathOf = (url: string): string | undefined =>
  url.startsWith(scheme) ? url.slice(scheme.length) : undefined;
