/** A whole number of a query from 1, or the default where none is sent. */
export const readNumber = (query: URLSearchParams, name: string, fallback: number): number => {
  const sent = Number(query.get(name));
  return Number.isSafeInteger(sent) && sent > 0 ? sent : fallback;
};
