/** The address of a search with some values changed, from its first page on; an empty value is left out. */
export const searchAddress = (query: URLSearchParams, changes: Readonly<Record<string, string>>): string => {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ page: '', ...changes })) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? '/search' : `/search?${next.toString()}`;
};
