/** Finds lines in a text by binary search. */
export interface TextLines {
  /** The number, from 1, of the line that holds the character at `offset`. */
  lineAt(offset: number): number;
  /** Where that line starts and where it ends, without its line break. */
  rangeOf(line: number): { start: number; end: number };
}

/** Lines end at LF. */
export const indexLines = (text: string): TextLines => {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return {
    lineAt(offset) {
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? Infinity) <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    rangeOf: (line) => ({ start: starts[line - 1] ?? 0, end: starts[line] ?? text.length }),
  };
};
