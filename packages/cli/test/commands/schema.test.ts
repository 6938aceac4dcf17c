import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { openCli } from '../support/open-cli.ts';

suite('patchbay schema', async () => {
  const cli = await openCli({ after }, { url: 'http://127.0.0.1:1' });

  test('--json: the schema as data', async () => {
    const { code, result } = await cli.json(['schema', 'publisher', 'create']);
    assert.equal(code, 0);
    assert.equal(result.data.schema.anyOf[0].properties.schema.const, 'patchbay.publisher.create/1');
  });

  test('in a terminal: the schema alone', async () => {
    const { code, stdout } = await cli.inTerminal(['schema', 'whoami']);
    assert.equal(code, 0);
    const errors = JSON.parse(stdout).anyOf[1].properties.error.properties.code.enum;
    for (const name of ['usage', 'not_signed_in', 'node_not_found']) assert.ok(errors.includes(name), name);
  });

  test('2: no such command', async () => {
    for (const words of [['publisher'], ['nothing'], ['whoami', 'else'], ['toString']]) {
      const { code, result } = await cli.json(['schema', ...words]);
      assert.deepEqual([code, result.error.code], [2, 'usage'], words.join(' '));
    }
  });
});
