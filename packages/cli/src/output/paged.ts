import type { Ink } from './ink.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
  /** How many there are on all pages. */
  readonly total: number;
}

/** The lines of a page of a list, and which page it is unless it has all of them. `none` is said of an empty list. */
export const paged = (lines: string, { page, limit, total }: Page, none: string, ink: Ink): string => {
  if (total === 0) return none;
  const last = Math.ceil(total / limit);
  if (lines === '') return pastLast(page, last);
  return last === 1 ? lines : `${lines}\n${ink.dim(`${total} in all, page ${page} of ${last}`)}`;
};

export const pastLast = (page: number, last: number): string =>
  `Nothing is on page ${page}: the last one is ${last}.`;
