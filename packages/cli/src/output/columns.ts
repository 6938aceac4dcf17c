import { stripVTControlCharacters } from 'node:util';

const characters = new Intl.Segmenter();

/** The cell at the end of a line is not clipped to less. */
const lastCharsMin = 20;

/**
 * Lines with aligned columns. Empty cells at the end of a line take no room. With `width`, the last column is clipped
 * so that no line has more characters; its cells have no style.
 */
export const columns = (all: readonly (readonly string[])[], width?: number): string => {
  const rows = width === undefined ? all : withClippedEnds(all, width);
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Styles take no room. */
const widthOf = (text: string): number => [...characters.segment(stripVTControlCharacters(text))].length;

/** The first characters of a text without styles. */
export const clipped = (text: string, charsMax: number): string => {
  const parts = [...characters.segment(text)];
  if (parts.length <= charsMax) return text;
  const kept = parts.slice(0, charsMax - 1).map(({ segment }) => segment);
  return `${kept.join('').trimEnd()}…`;
};

const withClippedEnds = (rows: readonly (readonly string[])[], width: number): string[][] => {
  const last = Math.max(0, ...rows.map((row) => row.length - 1));
  const before = Array.from({ length: last }, (_, index) =>
    Math.max(0, ...rows.map((row) => widthOf(row[index] ?? ''))),
  ).reduce((sum, one) => sum + one + 2, 0);
  const room = Math.max(lastCharsMin, width - before);
  return rows.map((row) => row.map((cell, index) => (index === last ? clipped(cell, room) : cell)));
};
