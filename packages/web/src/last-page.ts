interface Place {
  page: number;
  limit: number;
}

/**
 * How many pages a list has that does not count itself, as far as its pager needs to know: undefined if another page
 * follows this one, 0 if nothing is on it.
 */
export const lastPage = async (
  shown: readonly unknown[],
  { page, limit }: Place,
  read: (place: Place) => Promise<readonly unknown[]>,
): Promise<number | undefined> => {
  if (shown.length === 0) return 0;
  if (shown.length < limit) return page;
  const following = await read({ page: page * limit + 1, limit: 1 });
  return following.length === 0 ? page : undefined;
};
