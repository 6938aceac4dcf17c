import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { ErrorReply, errorCodes, errors } from '@patchbay/contract';
import { Ajv } from 'ajv';
import { inRepository, readDoc, section, tableLines } from './repository.ts';

const isErrorReply = new Ajv().compile(ErrorReply);

suite('the pages of the errors', () => {
  test('there is one for every code and no other', () => {
    const pages = readdirSync(inRepository('docs/errors'));
    assert.deepEqual(pages.sort(), errorCodes.map((code) => `${code}.md`).sort());
  });

  for (const code of errorCodes) {
    test(`${code} names its status, its meaning, when, what to do, and shows an answer`, () => {
      const page = readDoc(`docs/errors/${code}.md`);
      const { status, means } = errors[code];
      assert.ok(page.startsWith(`# \`${code}\`\n\nStatus **${status}**. ${means}\n`));
      assert.match(page, /^\*\*When you see it\.\*\* ./m);
      assert.match(page, /^\*\*What to do\.\*\* ./m);
      const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? 'null');
      assert.ok(isErrorReply(example), JSON.stringify(isErrorReply.errors));
      assert.equal((example as ErrorReply).error, code);
    });
  }

  test('the table of the API design is the one of the contract', () => {
    assert.deepEqual(
      tableLines(section(readDoc('docs/api-design.md'), 'Errors')),
      errorCodes.map((code) => {
        const { status, means } = errors[code];
        return `| [\`${code}\`](errors/${code}.md) | ${status} | ${means} |`;
      }),
    );
  });
});
