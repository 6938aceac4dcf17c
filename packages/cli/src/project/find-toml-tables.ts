import { parse } from 'smol-toml';

/** A table of a TOML document, as lines of its text. */
export interface TableLines {
  readonly path: readonly string[];
  /** The line of its first key. */
  readonly start: number;
  /** The line after the last key: where another one goes. */
  readonly end: number;
}

/** The tables that have a header of their own, in order. Lists of tables are none of them. */
export const findTomlTables = (lines: readonly string[]): TableLines[] => {
  const tables: TableLines[] = [];
  let nesting: Nesting = { inside: undefined, depth: 0 };
  let path: readonly string[] | undefined;
  let start = 0;
  let end = 0;
  const finish = (): void => {
    if (path !== undefined) tables.push({ path, start, end });
  };
  for (const [index, line] of lines.entries()) {
    const isHeader = nesting.inside === undefined && nesting.depth === 0 && /^\s*\[/.test(line);
    const isContent = nesting.inside !== undefined || nesting.depth > 0 || /^\s*[^\s#]/.test(line);
    if (isHeader) {
      finish();
      path = headerPath(line);
      start = index + 1;
    } else {
      nesting = afterLine(line, nesting);
    }
    if (isContent) end = index + 1;
  }
  finish();
  return tables;
};

/** Undefined for a list of tables. */
const headerPath = (line: string): string[] | undefined => {
  if (/^\s*\[\[/.test(line)) return undefined;
  const path: string[] = [];
  // The line may end in a carriage return, which is no TOML without its line feed.
  for (let table: unknown = parse(line.trimEnd()); ;) {
    const [entry] = Object.entries(table as object);
    if (entry === undefined) return path;
    path.push(entry[0]);
    table = entry[1];
  }
};

/** In what a line ends: which kind of multi-line string, and how many brackets. */
interface Nesting {
  readonly inside: '"""' | "'''" | undefined;
  readonly depth: number;
}

/** Multi-line strings first, then strings in one line, comments and brackets. */
const tokens = /"""|'''|"(?:\\.|[^"\\])*"|'[^']*'|#.*|[[{]|[\]}]|\\./g;

const afterLine = (line: string, before: Nesting): Nesting => {
  let { inside, depth } = before;
  for (const [token] of line.matchAll(inside === undefined ? tokens : /"""|'''|\\./g)) {
    if (token === '"""' || token === "'''") {
      if (inside === undefined) inside = token;
      else if (inside === token) inside = undefined;
    } else if (inside === undefined && /^[[{]$/.test(token)) depth += 1;
    else if (inside === undefined && /^[\]}]$/.test(token)) depth -= 1;
  }
  return { inside, depth };
};
