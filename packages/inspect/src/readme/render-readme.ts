import type { Readme } from '@patchbay/contract';
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { ReadmeWriter, TooDeepError } from './readme-writer.ts';
import { withinTime } from './within-time.ts';

/** The maximum size of the HTML, which can be long even if the source is short. */
const htmlCharsMax = 4 * 2 ** 20;
const msMax = 3_000;

export interface ReadmeSource {
  /** Its path in the package. */
  file: string;
  text: string;
  /** Whether the end is missing. */
  isCut: boolean;
}

/**
 * A readme as elements and texts. Markdown that takes too long or nests too deeply is shown unrendered, like any other
 * text. `files` has the paths of the package.
 */
export const renderReadme = (source: ReadmeSource, files: ReadonlyMap<string, unknown>): Readme => {
  if (!/\.(md|markdown)$/i.test(source.file)) return asWritten(source);
  try {
    return withinTime(() => fromMarkdown(source, files), msMax);
  } catch {
    return asWritten(source);
  }
};

/**
 * A short text in Markdown, such as a changelog, in which each line stays a line. Nothing but its length bounds the time
 * that it takes: a few thousand characters take milliseconds.
 */
export const renderShortText = (text: string): Readme => {
  const source = { file: '', text, isCut: false };
  try {
    return fromMarkdown(source, new Map(), { breaks: true });
  } catch (error) {
    if (error instanceof TooDeepError) return asWritten(source);
    throw error;
  }
};

const fromMarkdown = (
  { file, text, isCut }: ReadmeSource,
  files: ReadonlyMap<string, unknown>,
  { breaks = false } = {},
): Readme => {
  const html = new MarkdownIt({ html: true, linkify: true, breaks }).render(text);
  const writer = new ReadmeWriter(file, files);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (piece) => writer.text(piece),
    onclosetag: () => writer.close(),
  });
  for (let start = 0; start < Math.min(html.length, htmlCharsMax) && !writer.isFull; start += pieceChars) {
    parser.write(html.slice(start, start + pieceChars));
  }
  parser.end();
  return writer.finish(isCut || html.length > htmlCharsMax);
};

const pieceChars = 64 * 1024;

/** A text that is no Markdown. */
export const asWritten = ({ file, text, isCut }: ReadmeSource): Readme => {
  const writer = new ReadmeWriter(file, new Map());
  writer.open('pre', {});
  writer.text(text);
  writer.close();
  return writer.finish(isCut);
};
