/** The words of a query, in lower case and without duplicates, separated by any white space. */
export const findWords = (query: string | undefined): string[] => [
  ...new Set(
    (query ?? '')
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];
