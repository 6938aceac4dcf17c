import { types } from 'pg';

type Parse = (text: string) => unknown;
type Parsers = Readonly<Record<number, Parse>>;

const { BOOL, INT8, NUMERIC, TIMESTAMPTZ } = types.builtins;

/** Counts, sizes and their sums: all far below 2^53. */
const numbers: Parsers = { [INT8]: Number, [NUMERIC]: Number };

/** As the accounts library expects them: times as dates, flags as booleans. */
export const accountTypes = numbers;

/** As `tables.ts` says them: times as RFC 3339 text, flags as 0 or 1. */
export const tableTypes: Parsers = {
  ...numbers,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

/** In the shape that the driver expects. */
export const parseTypes = (parsers: Parsers) => ({
  getTypeParser: (type: number, format?: 'text' | 'binary'): Parse =>
    parsers[type] ?? (types.getTypeParser(type, format) as Parse),
});
