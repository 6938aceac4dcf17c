import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BlobChangedError, BlobTooLargeError } from '../../../../src/packages/blobs/blob-store.ts';
import { openS3 } from '../../../support/open-s3.ts';

const content = 'the bytes of a package';

suite('s3 arrivals', async () => {
  const { blobs, client, object, staging } = await openS3({ after });
  const put = (versionId: string, bytes = content) =>
    client.send(new PutObjectCommand({ ...object(`uploads/${versionId}`), Body: bytes }));
  const arrivalOf = async (versionId: string, bytes = content) => {
    await put(versionId, bytes);
    const arrival = await blobs.findArrival?.({ versionId, tokenId: null });
    assert.ok(arrival);
    return arrival;
  };

  test('nothing has come before it came, nor after it was cleared', async () => {
    assert.equal(await blobs.findArrival?.({ versionId: 'early', tokenId: null }), undefined);
    const arrival = await arrivalOf('early');
    await arrival.clear();
    await arrival.clear();
    assert.equal(await blobs.findArrival?.({ versionId: 'early', tokenId: null }), undefined);
  });

  test('it is staged, measured and committed like an upload; a version number with a plus as well', async () => {
    const arrival = await arrivalOf('whole+1');
    {
      await using staged = await arrival.stage(content.length);
      assert.deepEqual([await readFile(staged.path, 'utf8'), staged.bytes], [content, content.length]);
      await staged.commit('ada/node/whole+1.zip');
    }
    assert.equal(await text(await blobs.open('ada/node/whole+1.zip')), content);
    const stored = await client.send(new HeadObjectCommand(object('packages/ada/node/whole+1.zip')));
    assert.deepEqual(
      [stored.ContentType, stored.CacheControl],
      ['application/zip', 'public, max-age=31536000, immutable'],
    );
    assert.deepEqual(await readdir(staging), []);
  });

  test('one that is too large is not read', async () => {
    await assert.rejects((await arrivalOf('large')).stage(content.length - 1), BlobTooLargeError);
  });

  test('overwritten after it was found it is not staged, after it was staged not committed', async () => {
    const found = await arrivalOf('swapped');
    await put('swapped', 'other bytes');
    await assert.rejects(found.stage(100), BlobChangedError);
    await assert.rejects(found.quarantine(), BlobChangedError);

    const again = await arrivalOf('swapped');
    await using staged = await again.stage(100);
    await put('swapped', 'other bytes');
    await assert.rejects(staged.commit('ada/node/swapped.zip'), BlobChangedError);
    await assert.rejects(blobs.open('ada/node/swapped.zip'));
  });

  test('it is stored in quarantine', async () => {
    await (await arrivalOf('refused')).quarantine();
    const { Body } = await client.send(new GetObjectCommand(object('quarantine/refused.zip')));
    assert.equal(await Body?.transformToString(), content);
  });
});
