import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { inRepository, readDoc, section, tableLines } from './repository.ts';

const pages = readdirSync(inRepository('docs/decisions')).filter((name) => name !== 'README.md');

suite('decisions', () => {
  test('are all in the index, with title and sentence', () => {
    const shown = pages.map((name) => {
      const [heading = '', , sentence] = readDoc(`docs/decisions/${name}`).split('\n');
      return `| [${heading.slice('# '.length)}](${name}) | ${sentence} |`;
    });
    assert.deepEqual(tableLines(readDoc('docs/decisions/README.md')).sort(), shown.sort());
  });

  test('each say what holds and which roads were rejected', () => {
    for (const name of pages) {
      const page = readDoc(`docs/decisions/${name}`);
      for (const title of ['What holds', 'Rejected']) assert.match(section(page, title), /^(- )?\*\*/m, name);
    }
  });

  test('are there where the code names them', () => {
    const sources = globSync('{packages,bench,cluster,release}/**/*.{ts,tsx,md}', {
      cwd: inRepository(),
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    const named = sources.flatMap((file) => [...readDoc(file).matchAll(/docs\/decisions\/[\w-]+\.md/g)]);
    assert.deepEqual(
      named.map(([path]) => path).filter((path) => !existsSync(inRepository(path))),
      [],
    );
  });
});
