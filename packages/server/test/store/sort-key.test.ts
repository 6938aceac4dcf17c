import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { parse } from 'semver';
import { sortKey } from '../../src/store/sort-key.ts';

const key = (version: string): Buffer => {
  const parsed = parse(version);
  assert.ok(parsed, version);
  return Buffer.from(sortKey(parsed));
};

const order = (a: string, b: string): number => Math.sign(Buffer.compare(key(a), key(b)));

/** SemVer 2.0.0, item 11, to the letter: numbers of any size are compared as numbers. */
const precedence = (a: string, b: string): number => {
  const [coreA = '', preA] = split(a);
  const [coreB = '', preB] = split(b);
  const byCore = compareLists(coreA.split('.'), coreB.split('.'));
  if (byCore !== 0 || preA === preB) return byCore;
  if (preA === undefined) return 1;
  return preB === undefined ? -1 : compareLists(preA.split('.'), preB.split('.'));
};

const split = (version: string): string[] => (version.split('+')[0] ?? '').split(/-(.*)/s).slice(0, 2);

const compareLists = (a: readonly string[], b: readonly string[]): number => {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const sign = compareIdentifiers(one, other);
    if (sign !== 0) return sign;
  }
  return a.length < b.length ? -1 : 0;
};

const compareIdentifiers = (a: string, b: string): number => {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  const [x, y] = isNumberA ? [BigInt(a), BigInt(b)] : [a, b];
  return x < y ? -1 : Number(x > y);
};

const number = fc.oneof(fc.nat({ max: 12 }), fc.maxSafeNat()).map(String);
const identifier = fc.oneof(
  number,
  fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
  fc.stringMatching(/^[0-9A-Za-z-]*[A-Za-z-][0-9A-Za-z-]*$/, { maxLength: 6 }),
  fc.constantFrom('a', 'b', 'rc', 'A', '-', 'a-'),
);
const dotted = fc.array(identifier, { minLength: 1, maxLength: 4 }).map((list) => list.join('.'));
const version = fc
  .tuple(number, number, number, fc.option(dotted, { nil: undefined }), fc.option(dotted, { nil: undefined }))
  .map(
    ([major, minor, patch, prerelease, build]) =>
      `${major}.${minor}.${patch}` +
      (prerelease === undefined ? '' : `-${prerelease}`) +
      (build === undefined ? '' : `+${build}`),
  );
/** Versions of one core meet more often than random ones would. */
const sibling = fc
  .option(dotted, { nil: undefined })
  .map((pre) => (pre === undefined ? '1.0.0' : `1.0.0-${pre}`));

suite('sort-key', () => {
  test('orders the examples of the standard', () => {
    const ascending = [
      '0.9.0',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.9.0-rc.1',
      '1.9.0',
      '1.10.0',
      '2.0.0',
      '10.0.0',
    ];
    const shuffled = ascending.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1));
    assert.deepEqual(shuffled.toSorted(order), ascending);
  });

  test('build metadata does not count', () => {
    assert.equal(order('1.0.0+1', '1.0.0+2'), 0);
  });

  for (const [name, arbitrary] of Object.entries({ version, sibling })) {
    test(`bytewise order is precedence, for any two of kind ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, arbitrary, (a, b) => {
          assert.equal(order(a, b), precedence(a, b), `${a} and ${b}`);
        }),
        { seed: 20_260_107, numRuns: 2_000 },
      );
    });
  }
});
