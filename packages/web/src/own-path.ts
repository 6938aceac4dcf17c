/** A path of this site, and never of another one, which a form or a link names as what comes next. */
export const ownPath = (sent: string | null): string => {
  const base = 'https://site.invalid';
  if (sent === null || !sent.startsWith('/') || !URL.canParse(sent, base)) return '/';
  const { origin, pathname, search } = new URL(sent, base);
  return origin === base ? pathname + search : '/';
};
