/** A path of this site, and never of another one, which a form or a link names as what comes next. */
export const ownPath = (sent: string | null, fallback = '/'): string => {
  const base = 'https://site.invalid';
  if (sent === null || !sent.startsWith('/') || !URL.canParse(sent, base)) return fallback;
  const { origin, pathname, search } = new URL(sent, base);
  // `/.//elsewhere` is a path of this site until its dots are gone; browsers then read it as another host.
  return origin === base && !pathname.startsWith('//') ? pathname + search : fallback;
};
