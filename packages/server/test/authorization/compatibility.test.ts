import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fitsAppVersion, parseAppVersion } from '../../src/authorization/node-filter.ts';

const fits = (range: string, text: string): boolean => {
  const version = parseAppVersion(text);
  assert.ok(version, text);
  return fitsAppVersion(range, version);
};

suite('compatibility', () => {
  test('a range admits what SemVer says, also of a host that runs a pre-release', () => {
    assert.equal(fits('>=0.3.0 <0.4.0', 'v0.3.50'), true);
    assert.equal(fits('>=0.3.0 <0.4.0', '0.4.0'), false);
    assert.equal(fits('^1.2.0', '1.3.0-rc.1'), true);
  });

  test('a range that is empty or cannot be read admits every version', () => {
    for (const range of ['', '  ', 'any', '>=0.3,<0.4', '(('])
      assert.equal(fits(range, '9.9.9'), true, range);
  });

  test('what is no version is known as none', () => {
    for (const text of ['', 'newest', '1', '1.0']) assert.equal(parseAppVersion(text), undefined, text);
  });
});
