const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;

/** The theme that a Cookie header chooses. */
export const themeOf = (cookie: string | undefined): 'light' | 'dark' | 'system' =>
  ((cookie === undefined ? undefined : chosen.exec(cookie)?.[1]) as 'light' | 'dark' | undefined) ?? 'system';

/** The key of a kept response. A page has one for each theme; what has no theme is kept under its URL alone. */
export const pageKey = (url: string, cookie: string | undefined): string => {
  const theme = themeOf(cookie);
  return theme === 'system' ? url : `${url}\0${theme}`;
};
