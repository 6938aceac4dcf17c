import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { isNodeId, isPublisherId, parseVersion } from '@patchbay/contract/valid-identifiers';

const seed = 20_260_107;

suite('node ids', () => {
  test('letters, digits, dots, underscores and hyphens between a letter or digit at each end', () => {
    for (const id of ['a', 'A', '7', 'my-node', 'My_Node.v2', '0.0', 'a--b', 'a'.repeat(100)]) {
      assert.equal(isNodeId(id), true, id);
    }
    for (const id of [
      '',
      '-a',
      'a-',
      '.a',
      'a.',
      '_a',
      'a_',
      'a b',
      'a/b',
      'ä',
      'a\n',
      'a\0b',
      'a'.repeat(101),
    ]) {
      assert.equal(isNodeId(id), false, JSON.stringify(id));
    }
  });

  test('words that paths use are reserved in any case', () => {
    for (const id of ['search', 'reindex', 'install', 'versions', 'Search', 'INSTALL']) {
      assert.equal(isNodeId(id), false, id);
    }
    assert.equal(isNodeId('searches'), true);
  });
});

suite('publisher ids', () => {
  test('lower-case letters, digits and hyphens after a letter', () => {
    for (const id of ['a', 'ada', 'a-', 'a--1', `a${'b'.repeat(62)}`])
      assert.equal(isPublisherId(id), true, id);
    for (const id of ['', 'Ada', '1a', '-a', 'a_b', 'a.b', 'a b', 'a\n', 'é', `a${'b'.repeat(63)}`]) {
      assert.equal(isPublisherId(id), false, JSON.stringify(id));
    }
  });

  test('validate is reserved', () => {
    assert.equal(isPublisherId('validate'), false);
    assert.equal(isPublisherId('validated'), true);
  });
});

/** From the standard: https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
const standard =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

const characters = fc.constantFrom(...Array.from('0123456789aA-.+v= \n*x~^'));

const number = fc.oneof(fc.nat({ max: 12 }), fc.maxSafeNat()).map(String);
const alphanumeric = fc
  .tuple(
    fc.constantFrom('a', 'Z', '-', '0a', '00-'),
    fc.string({ unit: fc.constantFrom('0', '9', 'b', '-'), maxLength: 4 }),
  )
  .map(([head, tail]) => head + tail);
const build = fc.string({ unit: fc.constantFrom('0', '9', 'c', '-'), minLength: 1, maxLength: 4 });
const joined = (part: fc.Arbitrary<string>, lead: string) =>
  fc.array(part, { maxLength: 4 }).map((parts) => (parts.length === 0 ? '' : lead + parts.join('.')));
const version = fc
  .tuple(number, number, number, joined(fc.oneof(number, alphanumeric), '-'), joined(build, '+'))
  .map(([major, minor, patch, pre, meta]) => `${major}.${minor}.${patch}${pre}${meta}`);

/** A version with a piece of it replaced, which may or may not leave a version. */
const almostVersion = fc
  .tuple(version, fc.nat(), fc.nat({ max: 2 }), fc.string({ unit: characters, maxLength: 2 }))
  .map(([text, at, cut, graft]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + graft + text.slice(start + cut);
  });

suite('versions', () => {
  test('what the standard calls a version is one, and stays as written', () => {
    for (const text of ['0.0.0', '1.2.3', '1.0.0-rc.1', '1.0.0-0a.--', '1.0.0+001', '1.0.0-a.1+b-2.03']) {
      assert.equal(parseVersion(text)?.raw, text);
    }
    fc.assert(
      fc.property(version, (text) => {
        assert.equal(parseVersion(text)?.raw, text);
      }),
      { seed },
    );
  });

  test('what is nearly a version is none', () => {
    for (const text of [
      '',
      '1',
      '1.0',
      '1.0.0.0',
      'v1.0.0',
      'V1.0.0',
      '=1.0.0',
      ' 1.0.0',
      '1.0.0 ',
      '1.0.0\n',
      '01.0.0',
      '1.00.0',
      '1.0.0-',
      '1.0.0-01',
      '1.0.0-a..b',
      '1.0.0+',
      '1.0.0+a+b',
      '1.0.0-ä',
      '１.0.0',
      '-1.0.0',
      '1.x.0',
      '^1.0.0',
      'latest',
      'nightly',
    ]) {
      assert.equal(parseVersion(text), undefined, JSON.stringify(text));
    }
  });

  test('one character amiss decides as the standard does', () => {
    fc.assert(
      fc.property(almostVersion, (text) => {
        const numbers = text.split(/[-+]/, 1)[0]?.split('.') ?? [];
        fc.pre(numbers.every((one) => Number(one) <= Number.MAX_SAFE_INTEGER || Number.isNaN(Number(one))));
        assert.equal(parseVersion(text) !== undefined, standard.test(text), JSON.stringify(text));
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
