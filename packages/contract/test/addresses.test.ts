import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { packagePath, uploadPath, versionOfFile } from '@patchbay/contract';

suite('addresses', () => {
  test('the address of a package survives every version there can be, and leads back to it', () => {
    const version = '1.0.0-rc.1+build.5';
    const path = packagePath('ada', 'My-Node', version);
    assert.equal(path, '/packages/ada/My-Node/1.0.0-rc.1%2Bbuild.5.zip');
    assert.equal(new URL(path, 'http://localhost').pathname, path);
    assert.equal(versionOfFile(decodeURIComponent(path.split('/').at(-1) ?? '')), version);
  });

  test('a file of another kind is no package', () => {
    assert.equal(versionOfFile('1.0.0.tar.gz'), undefined);
  });

  test('an upload goes to the id of its version', () => {
    assert.equal(uploadPath({ versionId: '01934567-1234' }), '/uploads/01934567-1234');
  });
});
