import { stripVTControlCharacters } from 'node:util';

const characters = new Intl.Segmenter();

/** Lines with aligned columns. Empty cells at the end of a line take no room. */
export const columns = (rows: readonly (readonly string[])[]): string => {
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
