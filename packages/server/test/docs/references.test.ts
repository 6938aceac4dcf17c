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
    const paths = matches(readDoc('ARCHITECTURE.md'), /`(packages\/[^`]+)`/g);
    assert.ok(paths.length > 20);
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
