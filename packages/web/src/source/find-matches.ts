import { sourceBounds } from './source-bounds.ts';
import { splitLines } from './split-lines.ts';

export interface Match {
  path: string;
  /** From 1. */
  line: number;
  /** What surrounds the words, in one line. */
  before: string;
  found: string;
  after: string;
}

const aroundChars = 80;

/** The lines that hold the words as they are typed, at most as many as are shown. */
export const findMatches = (
  texts: ReadonlyMap<string, string>,
  words: string,
  matchesCase: boolean,
): Match[] => {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const pattern = new RegExp(literal, matchesCase ? 'v' : 'vi');
  const matches: Match[] = [];
  for (const [path, text] of texts) {
    if (!pattern.test(text)) continue;
    for (const [index, line] of splitLines(text).entries()) {
      const found = pattern.exec(line);
      if (found === null) continue;
      const end = found.index + found[0].length;
      matches.push({
        path,
        line: index + 1,
        before: line.slice(Math.max(0, found.index - aroundChars), found.index).trimStart(),
        found: found[0],
        after: line.slice(end, end + aroundChars),
      });
      if (matches.length === sourceBounds.matchesMax) return matches;
    }
  }
  return matches;
};
