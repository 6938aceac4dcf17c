/** The words of a query, in lower case, each once: whatever white space divides. */
export const findWords = (query: string | undefined): string[] => [
  ...new Set(
    (query ?? '')
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];
