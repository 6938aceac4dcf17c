import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { CliError } from '../../src/errors.ts';
import { makeReporter } from '../../src/output/reporter.ts';

const open = (isTerminal: boolean, json: boolean, quiet = false) => {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    isTerminal,
    write: (text: string) => (written[name] += text),
  });
  const context = { env: { NO_COLOR: '1' }, stdout: output('stdout'), stderr: output('stderr') };
  return { written, ...makeReporter(context as unknown as Context, ['pack'], { json, quiet }) };
};

suite('progress', () => {
  test('--json: a line for each event, and the result last', () => {
    const { event, result, written } = open(true, true);
    event('upload', { sent: 1 }, '1 byte', { passes: true });
    result({ done: true }, '', true);
    assert.deepEqual(written, {
      stdout:
        '{"schema":"patchbay.pack/1","type":"upload","ok":true,"data":{"sent":1}}\n' +
        '{"schema":"patchbay.pack/1","type":"result","ok":true,"data":{"done":true}}\n',
      stderr: '',
    });
  });

  test('--json: no character that a terminal obeys, and the same text for a parser', () => {
    const { result, written } = open(true, true);
    const data = { text: '\u001b[2J\u009b2J\u007f\u202egpj.exe\u2028\n' };
    result(data, '', true);
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    assert.doesNotMatch(written.stdout.trimEnd(), /[^\u0020-\u007e]/);
    assert.deepEqual((JSON.parse(written.stdout) as { data: unknown }).data, data);
  });

  test('in a terminal: a line that passes is replaced by the next, whatever it is', () => {
    const { event, failure, written } = open(true, false);
    event('upload', {}, 'one', { passes: true });
    event('upload', {}, 'two\u001b[2J', { passes: true });
    event('stored', {}, 'three');
    event('upload', {}, 'four', { passes: true });
    event('silent', {});
    failure(new CliError('timeout', 'Too slow.'));
    const clear = '\r\u001b[K';
    assert.equal(
      written.stderr,
      `one${clear}two�[2J${clear}three\nfour${clear}Error: Too slow.\nTry again later.\n`,
    );
  });

  test('an error: its details, but none that says the same again', () => {
    const { failure, written } = open(false, false);
    const details = [
      { path: '/id', message: 'use letters' },
      { path: '/name', message: 'must not be empty' },
    ];
    failure(new CliError('invalid_id', '"x y" cannot be an id: use letters.', { details }));
    assert.equal(written.stderr, 'Error: "x y" cannot be an id: use letters.\n  /name: must not be empty\n');
  });

  test('without a terminal: only lines that stay', () => {
    const { event, result, written } = open(false, false);
    event('upload', {}, 'one', { passes: true });
    event('stored', {}, 'two');
    result({}, 'done', true);
    assert.deepEqual(written, { stdout: 'done\n', stderr: 'two\n' });
  });
});
