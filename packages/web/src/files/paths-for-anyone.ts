import type { PageRoute } from '../site.ts';

/** The addresses of pages for anyone that are one page each. */
export const pathsForAnyone = (pages: readonly PageRoute[]): string[] =>
  pages.filter(({ audience, path }) => audience === 'anyone' && !path.includes(':')).map(({ path }) => path);
