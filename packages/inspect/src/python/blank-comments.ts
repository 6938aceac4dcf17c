/** The parser loses too little time on shorter runs to be worth the change. */
const runLinesMax = 100;

/** Lines that are continued by a backslash; more of them in one file cost the parser the square or cube of their number. */
const continuedMax = 100;

const opening = /"""|'''|["'#]|\\\r?\n/g;
const closings: Readonly<Record<string, RegExp>> = {
  '"""': /\\[^]|"""/g,
  "'''": /\\[^]|'''/g,
  '"': /\\[^]|["\n]/g,
  "'": /\\[^]|['\n]/g,
};

/**
 * The Python source with spaces in place of every long run of comment lines, so that the offsets of everything else
 * stay the same. The parser needs time in the square of such a run: 19 seconds for 10,000 lines. Where very many lines
 * are continued, spaces also stand for the backslashes and their line breaks. Text in a string is not changed.
 */
export const blankComments = (written: string): string => {
  const source = blankContinued(written);
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, lines } of commentRuns(source)) {
    if (lines <= runLinesMax) continue;
    parts.push(source.slice(kept, start), source.slice(start, end).replaceAll(/[^\n]/g, ' '));
    kept = end;
  }
  return parts.join('') + source.slice(kept);
};

const blankContinued = (source: string): string => {
  const places = [...tokens(source)].filter(({ start }) => source[start] === '\\');
  if (places.length <= continuedMax) return source;
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of places) {
    parts.push(source.slice(kept, start), ' '.repeat(end - start));
    kept = end;
  }
  return parts.join('') + source.slice(kept);
};

interface Run {
  start: number;
  end: number;
  lines: number;
}

/** The comment lines with only blank space between them; offsets in UTF-16 code units. */
const commentRuns = (source: string): Run[] => {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const { start, end } of tokens(source)) {
    if (source[start] === '\\') continue;
    if (run !== undefined && source.slice(run.end, start).trim() === '') {
      run.end = end;
      run.lines += 1;
      continue;
    }
    const lineStart = source.lastIndexOf('\n', start) + 1;
    run = source.slice(lineStart, start).trim() === '' ? { start, end, lines: 1 } : undefined;
    if (run !== undefined) runs.push(run);
  }
  return runs;
};

/** Comments, and backslashes before the end of a line, outside of strings. */
const tokens = function* (source: string): Generator<{ start: number; end: number }> {
  for (let at = 0; at < source.length;) {
    const found = matchFrom(opening, source, at);
    if (found === undefined) return;
    const afterOpening = found.index + found[0].length;
    if (found[0] === '#') {
      const newline = source.indexOf('\n', afterOpening);
      at = newline === -1 ? source.length : newline;
      yield { start: found.index, end: at };
    } else if (found[0].startsWith('\\')) {
      at = afterOpening;
      yield { start: found.index, end: at };
    } else {
      at = endOfString(source, found[0], afterOpening);
    }
  }
};

/** Where a string that opened before `at` ends. An unclosed string extends to the end of its line or of the text. */
const endOfString = (source: string, quote: string, at: number): number => {
  const closing = closings[quote] ?? opening;
  for (let from = at; ;) {
    const found = matchFrom(closing, source, from);
    if (found === undefined) return source.length;
    from = found.index + found[0].length;
    if (!found[0].startsWith('\\')) return from;
  }
};

const matchFrom = (pattern: RegExp, source: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
};
