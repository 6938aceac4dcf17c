import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signUploadGrant, verifyUploadGrant } from '../../../src/packages/blobs/upload-signature.ts';

const secret = 's'.repeat(32);
const grant = {
  publisherId: 'ada',
  nodeKey: 'my-node',
  versionId: 'version',
  tokenId: 'token',
  expires: 1_767_744_000,
};

suite('upload-signature', () => {
  test('binds publisher, node, version and expiry to the secret', () => {
    const signature = signUploadGrant(secret, grant);
    assert.ok(verifyUploadGrant(secret, grant, signature));
    assert.equal(verifyUploadGrant('t'.repeat(32), grant, signature), false);
    for (const change of [
      { publisherId: 'bob' },
      { nodeKey: 'other' },
      { versionId: 'another' },
      { tokenId: 'another' },
      { tokenId: null },
      { expires: grant.expires + 1 },
      { expires: Number.NaN },
      { publisherId: 'ada","my-node', nodeKey: '' },
    ]) {
      assert.equal(
        verifyUploadGrant(secret, { ...grant, ...change }, signature),
        false,
        JSON.stringify(change),
      );
    }
  });

  test('refuses signatures of any other length and kind', () => {
    const signature = signUploadGrant(secret, grant);
    for (const other of ['', signature.slice(1), `${signature}A`, 'ä'.repeat(signature.length)]) {
      assert.equal(verifyUploadGrant(secret, grant, other), false, other);
    }
  });
});
