// Splits source into lines of pieces with classes. Its input is hostile: it runs apart from the page, which gives up on
// it after a while, and answers text, never markup.
import type { ElementContent } from 'hast';
import type { LanguageFn } from 'highlight.js';
import { createLowlight } from 'lowlight';
import type { Line } from '../source/line.ts';

type Grammar = () => Promise<{ default: LanguageFn }>;
const javascript: Grammar = () => import('highlight.js/lib/languages/javascript');
const typescript: Grammar = () => import('highlight.js/lib/languages/typescript');
const yaml: Grammar = () => import('highlight.js/lib/languages/yaml');

/** By the ending of a file's name. */
const grammars: Readonly<Record<string, Grammar>> = {
  py: () => import('highlight.js/lib/languages/python'),
  json: () => import('highlight.js/lib/languages/json'),
  md: () => import('highlight.js/lib/languages/markdown'),
  js: javascript,
  mjs: javascript,
  jsx: javascript,
  ts: typescript,
  tsx: typescript,
  css: () => import('highlight.js/lib/languages/css'),
  html: () => import('highlight.js/lib/languages/xml'),
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
  const grammar = Object.hasOwn(grammars, ending) ? await grammars[ending]?.() : undefined;
  if (grammar === undefined) return undefined;
  const { children } = createLowlight({ [ending]: grammar.default }).highlight(ending, text);
  const lines: [string, string][][] = [[]];
  const put = (nodes: readonly ElementContent[], classes: string): void => {
    for (const node of nodes) {
      if (node.type === 'element') put(node.children, (node.properties['className'] as string[]).join(' '));
      if (node.type !== 'text') continue;
      for (const [index, piece] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (piece !== '') lines.at(-1)?.push([piece, classes]);
      }
    }
  };
  put(children as ElementContent[], '');
  return lines;
};

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // The tree of a hostile text can be too deep to walk, which is as if its language were not known.
  void highlight(data).then(postMessage, () => postMessage(undefined));
});
