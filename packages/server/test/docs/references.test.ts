import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { inRepository, readDoc } from './repository.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: inRepository() });

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

suite('what the pages refer to is there', () => {
  test('every path in ARCHITECTURE.md', () => {
    const page = readDoc('ARCHITECTURE.md');
    const paths = [...matches(page, /`(packages\/[^`]+)`/g), ...treePaths(page)];
    assert.ok(paths.length > 60);
    assert.deepEqual(
      paths.filter((path) => !existsSync(inRepository(path))),
      [],
    );
  });

  test('every npm script', () => {
    const { scripts } = JSON.parse(readDoc('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) => matches(readDoc(page), /npm run ([\w:-]+)/g));
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
  });

  test('every link', () => {
    const links = pages.flatMap((page) =>
      matches(readDoc(page), /\]\(([^)]+)\)/g).map((link) => ({ page, link })),
    );
    assert.deepEqual(
      links.filter(({ page, link }) => !link.startsWith('https://') && !isThere(page, link)),
      [],
    );
  });
});

/** The paths of the tree of rooms: each line has one or more names, and what they contain behind two spaces. */
const treePaths = (page: string): string[] => {
  const [, tree = ''] = /```\n(.*?)```/s.exec(page) ?? [];
  const parents: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', names = ''] = /^( *)(.*?)(?: {2,}|$)/.exec(line) ?? [];
      parents.length = indent.length / 2;
      const paths = names.split(' ').map((name) => join(...parents, name));
      parents.push(names);
      return paths;
    });
};

const isThere = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(inRepository(target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
};

/** Headings as the addresses of a rendered page write them. */
const anchorsOf = (page: string): string[] =>
  matches(readDoc(page), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
