// Renders the repository's documents, so that the running site knows no Markdown.
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { type GuideGroup, type GuidePage, sitePlace } from '../src/guide/guide-page.ts';

/** What is not in `docs/`, by its address. */
const others: Readonly<Record<string, string>> = {
  'README.md': 'readme',
  'docs/README.md': 'contents',
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'packages/client/README.md': 'client',
};

/** Pictures, and journeys as text, which are about the software and not about a registry. */
const unshown = 'docs/images/';

/** The address of a document below `/guide/`; undefined if it has none. */
const addressOf = (file: string): string | undefined => {
  if (file.startsWith(unshown)) return undefined;
  if (!file.startsWith('docs/') || Object.hasOwn(others, file)) return others[file];
  const name = file.slice('docs/'.length).replace(/\.md$/, '');
  // At the plain address are those of the running registry.
  if (name === 'limits') return 'limits-in-detail';
  return name.replace(/\/README$/, '');
};

const groupOf = (file: string): GuideGroup => {
  if (file.startsWith('docs/errors/')) return 'Errors';
  if (file.endsWith('/README.md')) return 'Guide';
  if (file.startsWith('docs/operations/')) return 'Operations';
  if (file.startsWith('docs/decisions/')) return 'Decisions';
  return 'Guide';
};

/** Links to other documents lead to their pages; those to files of the repository, and pictures, become plain text. */
const leadLinks = (repository: string, file: string) => () => (tree: Root) => {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'img' && index !== undefined && parent !== undefined) {
      parent.children.splice(index, 1, { type: 'text', value: node.properties['alt'] ?? '' });
      return [SKIP, index + 1];
    }
    if (node.tagName !== 'a' || index === undefined || parent === undefined) return undefined;
    const href = node.properties['href'] ?? '';
    if (/^https?:\/\//.test(href)) return undefined;
    const [path = '', anchor] = href.split('#');
    const target = path === '' ? file : relative('.', join(dirname(file), path));
    const address = target.endsWith('.md') && existsSync(join(repository, target)) && addressOf(target);
    if (typeof address === 'string') {
      const hash = anchor === undefined ? '' : `#${anchor}`;
      node.properties = { href: `${sitePlace}/guide/${address}${hash}` };
      return undefined;
    }
    parent.children.splice(index, 1, ...node.children);
    return [SKIP, index];
  });
};

/** A wide table or a long line is scrolled by itself, also by keyboard. */
const frameWide = () => (tree: Root) => {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'pre') node.properties['tabIndex'] = 0;
    if (node.tagName !== 'table' || index === undefined || parent === undefined) return undefined;
    const frame: Element = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
      children: [node],
    };
    parent.children.splice(index, 1, frame);
    return [SKIP, index + 1];
  });
};

/** Words with more characters may break, and texts wrap. */
const charactersMax = { word: 28, text: 60 };
/** How much wider than a text's a character of a name is. */
const nameWidth = 1.2;

/** How much of its table's width each column gets, so that no column moves while the rows after the first come in. */
const shareColumns = () => (tree: Root) => {
  visit(tree, 'element', (table) => {
    if (table.tagName !== 'table') return;
    const columns: string[][] = [];
    visit(table, 'element', (row) => {
      if (row.tagName !== 'tr') return;
      const cells = row.children.filter((child) => child.type === 'element');
      for (const [column, cell] of cells.entries()) (columns[column] ??= []).push(toString(cell));
    });
    const weights = columns.map((texts) => {
      const word = Math.max(...texts.flatMap((text) => text.split(/\s+/).map(({ length }) => length)));
      const mean = texts.join('').length / texts.length;
      return Math.max(nameWidth * Math.min(word, charactersMax.word), Math.min(mean, charactersMax.text));
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = weights.map((weight): Element => {
      const width = `${((100 * weight) / total).toFixed(1)}%`;
      return { type: 'element', tagName: 'col', properties: { width }, children: [] };
    });
    table.children.unshift({ type: 'element', tagName: 'colgroup', properties: {}, children: shares });
  });
};

/** Takes the headings out of the tree: the first is the title of the page, the others its table of contents. */
const collectHeadings = (page: GuidePage) => () => (tree: Root) => {
  visit(tree, 'element', (node, index, parent) => {
    if (!/^h[1-3]$/.test(node.tagName)) return undefined;
    const text = toString(node);
    if (node.tagName === 'h1' && index !== undefined && parent !== undefined) {
      page.title = text;
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    const id = String(node.properties['id']);
    page.contents.push({ id, text, depth: node.tagName === 'h2' ? 2 : 3 });
    return undefined;
  });
};

const render = async (repository: string, file: string, address: string): Promise<GuidePage> => {
  const page: GuidePage = { address, group: groupOf(file), title: basename(file), contents: [], html: '' };
  const text = await readFile(join(repository, file), 'utf8');
  const html = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    // Without raw HTML, which our documents do not have.
    .use(remarkRehype)
    .use(rehypeSlug)
    .use(rehypeHighlight)
    .use(collectHeadings(page))
    .use(leadLinks(repository, file))
    .use(shareColumns)
    .use(frameWide)
    .use(rehypeStringify)
    .process(text);
  return { ...page, html: String(html) };
};

/** All documents of a repository, in the order of their addresses. */
export const renderGuide = async (repository: string): Promise<GuidePage[]> => {
  const inDocs = globSync('docs/**/*.md', { cwd: repository }).filter(
    (file) => !Object.hasOwn(others, file) && addressOf(file) !== undefined,
  );
  const files = [...Object.keys(others), ...inDocs.sort()];
  return Promise.all(files.map((file) => render(repository, file, addressOf(file) ?? file)));
};
