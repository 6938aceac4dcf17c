import { formatCount } from './format.ts';

/** `1 node`, `1,234 nodes`. */
export const countOf = (count: number, thing: string): string =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
