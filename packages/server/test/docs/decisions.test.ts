import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { inRepository, readDoc, tableLines } from './repository.ts';

const pages = readdirSync(inRepository('docs/decisions'))
  .filter((name) => name !== 'README.md')
  .sort();

const statusOf = (text: string): string => {
  const [, inPart, by] = /^> Superseded( in part)? by \[(\d{4})\]/m.exec(text) ?? [];
  return by === undefined ? 'Accepted' : `Superseded${inPart ?? ''} by ${by}`;
};

suite('decisions', () => {
  test('are numbered without a gap, each page by its file', () => {
    for (const [index, name] of pages.entries()) {
      const number = String(index + 1).padStart(4, '0');
      assert.ok(name.startsWith(`${number}-`), `${name} is not number ${number}`);
      assert.ok(readDoc(`docs/decisions/${name}`).startsWith(`# ${number} `), `the heading of ${name}`);
    }
  });

  test('are all in the index, with title and status', () => {
    const rows = tableLines(readDoc('docs/decisions/README.md')).map((line) =>
      line.split('|').map((cell) => cell.trim()),
    );
    assert.deepEqual(
      rows.map(([, link, title, , status]) => [link, title, status]),
      pages.map((name) => {
        const text = readDoc(`docs/decisions/${name}`);
        const [heading = ''] = text.split('\n');
        return [`[${name.slice(0, 4)}](${name})`, heading.slice('# 0000 '.length), statusOf(text)];
      }),
    );
    for (const [, , , date] of rows) assert.match(date ?? '', /^\d{4}-\d\d-\d\d$/);
  });
});
