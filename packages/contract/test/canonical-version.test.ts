import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canonicalVersion } from '@patchbay/contract';

const read = {
  '1': '1.0.0',
  '1.0': '1.0.0',
  v1: '1.0.0',
  'v1.2': '1.2.0',
  'v1.2.3': '1.2.3',
  'v1.2.3-rc.1+build': '1.2.3-rc.1+build',
  '1.2.3': '1.2.3',
};

/** What is no version stays as it is, to be refused or not found under its own name; ids of versions among it. */
const kept = [
  '',
  'v',
  'V1.0.0',
  'vv1',
  '=1.0.0',
  ' 1.0',
  '1.0 ',
  '1.0\n',
  '1.',
  '1.0.',
  '.1',
  '1.0-rc.1',
  'latest',
  'nightly',
  '１.0',
  '01934567-1234-7123-8123-0123456789ab',
];

suite('canonical-version', () => {
  for (const [text, version] of Object.entries(read)) {
    test(`${text} is ${version} where clients write so, and only there`, () => {
      assert.equal(canonicalVersion(text, { looseVersions: true }), version);
      assert.equal(canonicalVersion(text, { looseVersions: false }), text);
    });
  }

  test('what is no version stays as it is', () => {
    for (const text of kept) assert.equal(canonicalVersion(text, { looseVersions: true }), text);
  });
});
