const widest = 1.08;
/** Widths of characters in the font of pictures, in parts of its size, and rather too wide than too narrow. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;!|'`()[\]]/, 0.34],
  [/[ frt"/\\-]/, 0.42],
  [/[mwMWОЖМШЩЮЫжмшщюы@%&—…]/, widest],
  [/[A-ZА-ЯΑ-Ω]/, 0.75],
];
const otherWidth = 0.64;

const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, character) => sum + (widths.find(([pattern]) => pattern.test(character))?.[1] ?? otherWidth),
    0,
  );

/** A text as lines of at most this many times the size of its letters. What does not fit ends in an ellipsis. */
export const linesOf = (text: string, emMax: number, linesMax: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => pieces(word, emMax))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= emMax) {
      line = longer;
      continue;
    }
    lines.push(line);
    if (lines.length === linesMax) return [...lines.slice(0, -1), shorten(line, emMax)];
    line = word;
  }
  return [...lines, line];
};

/** A word that is longer than a line, as lines. */
const pieces = (word: string, emMax: number): string[] => {
  const charsMax = Math.floor(emMax / widest);
  if (widthOf(word) <= emMax) return [word];
  return Array.from({ length: Math.ceil(word.length / charsMax) }, (_, index) =>
    word.slice(index * charsMax, (index + 1) * charsMax),
  );
};

const shorten = (line: string, emMax: number): string => {
  let kept = line;
  while (widthOf(kept) > emMax - widest) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
};
