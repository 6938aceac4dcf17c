import type { Visit } from '../site.ts';

/** Where a form leads on to the page that it is on, at the same place of its list, which says what was done. */
export const samePage = ({ address, query }: Visit, done: string): { redirect: string } => {
  const next = new URLSearchParams(query);
  next.delete('done');
  next.append('done', done);
  return { redirect: `${address.replace(/\?.*/s, '')}?${next.toString()}` };
};
