// Splits source into lines of pieces with classes. Its input is hostile: it runs apart from the page, which gives up on
// it after a while, and answers text, never markup.
import type { Parser } from '@lezer/common';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import type { Line } from '../source/line.ts';

const javascript = async (): Promise<Parser> => (await import('@lezer/javascript')).parser;
const typescript = async (dialect: string): Promise<Parser> =>
  (await import('@lezer/javascript')).parser.configure({ dialect });
const css = async (): Promise<Parser> => (await import('@lezer/css')).parser;
const html = async (): Promise<Parser> => (await import('@lezer/html')).parser;
const yaml = async (): Promise<Parser> => (await import('@lezer/yaml')).parser;

/** By the ending of a file's name. */
const parsers: Readonly<Record<string, () => Promise<Parser>>> = {
  py: async () => (await import('@lezer/python')).parser,
  json: async () => (await import('@lezer/json')).parser,
  md: async () => (await import('@lezer/markdown')).parser,
  js: javascript,
  mjs: javascript,
  jsx: () => typescript('jsx'),
  ts: () => typescript('ts'),
  tsx: () => typescript('ts jsx'),
  css,
  html,
  yaml,
  yml: yaml,
};

interface Question {
  path: string;
  text: string;
}

/** Undefined where the language is not known. */
const highlight = async ({ path, text }: Question): Promise<Line[] | undefined> => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (!Object.hasOwn(parsers, ending)) return undefined;
  const parser = await parsers[ending]?.();
  if (parser === undefined) return undefined;
  let line: [string, string][] = [];
  const lines: Line[] = [line];
  const put = (piece: string, classes: string): void => void line.push([piece, classes]);
  const breakLine = (): void => {
    line = [];
    lines.push(line);
  };
  highlightCode(text, parser.parse(text), classHighlighter, put, breakLine);
  return lines;
};

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void highlight(data).then((lines) => postMessage(lines));
});
