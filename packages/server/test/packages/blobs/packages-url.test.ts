import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parsePackagesUrl } from '../../../src/packages/blobs/packages-url.ts';

suite('packages-url', () => {
  test('a folder, whole or from here', () => {
    assert.deepEqual(parsePackagesUrl('file:/srv/packages'), { kind: 'file', folder: '/srv/packages' });
    assert.deepEqual(parsePackagesUrl('file:///srv/packages'), { kind: 'file', folder: '/srv/packages' });
    assert.deepEqual(parsePackagesUrl('file:packages'), {
      kind: 'file',
      folder: `${process.cwd()}/packages`,
    });
  });

  test('a bucket of the original: no endpoint, and what is not said left to the SDK', () => {
    assert.deepEqual(parsePackagesUrl('s3://my-bucket'), {
      kind: 's3',
      bucket: 'my-bucket',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      forcePathStyle: false,
    });
  });

  test('a bucket elsewhere, with the bucket in the path unless said otherwise', () => {
    const elsewhere = {
      kind: 's3',
      bucket: 'b',
      prefix: 'a/registry/',
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      forcePathStyle: true,
    };
    const address = 's3://b/a/registry/?endpoint=https://s3.example.org';
    assert.deepEqual(parsePackagesUrl(address), elsewhere);
    assert.deepEqual(parsePackagesUrl(`${address}&region=eu&forcePathStyle=false`), {
      ...elsewhere,
      region: 'eu',
      forcePathStyle: false,
    });
  });

  test('anything else is none', () => {
    for (const text of [
      'packages',
      'http://bucket',
      's3:',
      's3://',
      's3://b?endpoint=s3.example.org',
      's3://b?region=eu&colour=red',
      's3://b?forcePathStyle=maybe',
      's3://key:secret@b',
      's3://b?endpoint=https://key:secret@s3.example.org',
      's3://b?endpoint=https://',
      's3://b/%zz',
      's3://b/%ff',
      'file:',
      'memory:x',
    ]) {
      assert.equal(parsePackagesUrl(text), undefined, text);
    }
  });
});
