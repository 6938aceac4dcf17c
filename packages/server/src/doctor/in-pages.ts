/** Few enough that a page of the largest rows there are fits into memory. */
const rowsPerPage = 200;

/** Rows by key, in pages, so that neither memory nor the time of a statement grows with the registry. */
export const inPages = async function* <Row>(
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await readPage(last, rowsPerPage);
    yield rows;
    last = rows.length < rowsPerPage ? undefined : rows.at(-1);
  } while (last !== undefined);
};
