import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { endpoints } from '@patchbay/contract';

const source = join(import.meta.dirname, '../../src');

/** Every line below a folder of the source that has `pattern`, as `file:line: text`. */
const linesWith = (folder: string, pattern: RegExp): string[] => {
  const files = globSync(`${folder}/**/*.ts`, { cwd: source });
  assert.ok(files.length > 0);
  return files.flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
};

suite('the contract says what is particular about an endpoint', () => {
  test('no file of http names an endpoint', () => {
    const names = new RegExp(`\\b(?:${Object.keys(endpoints).join('|')})\\b`);
    assert.deepEqual(
      linesWith('http', names),
      [],
      'declare it in contract/src/endpoint.ts and read it from there',
    );
  });

  test('no file of the server brings a version into its canonical form', () => {
    assert.deepEqual(
      linesWith('.', /\bcanonicalVersion\b/),
      [],
      'the wire does, of every schema made by VersionText in the contract',
    );
  });

  test('no file of the server spells the path of a package or an upload', () => {
    assert.deepEqual(
      linesWith('.', /['"`]\/(?:packages|uploads)\//),
      [],
      'take it from contract/src/addresses.ts',
    );
  });
});
