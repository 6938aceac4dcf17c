import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { packagePath } from '../../src/blobs/keys.ts';

suite('keys', () => {
  test('the address of a package survives every version there can be', () => {
    const path = packagePath('ada', 'My-Node', '1.0.0-rc.1+build.5');
    assert.equal(path, '/packages/ada/My-Node/1.0.0-rc.1%2Bbuild.5.zip');
    assert.equal(new URL(path, 'http://localhost').pathname, path);
  });
});
