import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Client,
  IntegrityError,
  RegistryError,
  createClient,
  dryRunPublish,
  getNode,
  listNodes,
  streamPublicChanges,
  uploadPackage,
} from '@patchbay/client';
import { neverEnd, startFront } from './start-front.ts';

const mebibyte = 1024 ** 2;
const publication = {
  publisherId: 'ada',
  nodeId: 'x',
  body: { node: {}, node_version: { version: '1.0.0' }, personal_access_token: 'x' },
};

suite('responses without an end', () => {
  const calls: Readonly<Record<string, (client: Client, url: string) => Promise<unknown>>> = {
    'of an endpoint': (client) => getNode(client, { nodeId: 'x' }),
    'of an upload': (client, url) => uploadPackage(client, `${url}/upload`, new Blob(['x'])),
    'of an upload with progress': (client, url) =>
      uploadPackage(client, `${url}/upload`, new Blob(['x']), { onProgress: () => undefined }),
    'of a dry run': (client) => dryRunPublish(client, publication),
  };
  for (const [what, call] of Object.entries(calls)) {
    for (const isCompressed of [false, true]) {
      test(`${isCompressed ? 'compressed, ' : ''}${what}: an IntegrityError, and the connection is closed`, async (t) => {
        const { promise: isClosed, resolve } = Promise.withResolvers<void>();
        const front = await startFront(t, '', [neverEnd(resolve, 200, isCompressed)]);
        const client = createClient({ url: front.url, bytesMax: mebibyte });
        await assert.rejects(
          call(client, front.url),
          (error) =>
            error instanceof IntegrityError && error.message.endsWith('sent more than 1048576 bytes.'),
        );
        await isClosed;
        assert.equal(front.requests.length, 1, 'it is not asked again');
      });
    }
  }

  test('a stream whose line has no end: an IntegrityError, and the connection is closed', async (t) => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    const front = await startFront(t, '', [neverEnd(resolve, 200, false, 'text/event-stream')]);
    const client = createClient({ url: front.url, bytesMax: mebibyte });
    await assert.rejects(streamPublicChanges(client).next(), {
      name: 'IntegrityError',
      message: `${front.url}/changes/stream sent more than 1048576 bytes.`,
    });
    await isClosed;
  });

  test('an error without an end is the error of its status', async (t) => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    const front = await startFront(t, '', [neverEnd(resolve, 500)]);
    const failed = getNode(createClient({ url: front.url, bytesMax: mebibyte }), { nodeId: 'x' });
    await assert.rejects(
      failed,
      (error) => error instanceof RegistryError && error.status === 500 && error.code === undefined,
    );
    await isClosed;
  });

  test('the bound is 64 MiB unless the client says otherwise', async (t) => {
    const client = createClient({ url: 'http://127.0.0.1' });
    assert.equal(client.bytesMax, 64 * mebibyte);
    const front = await startFront(t, '', [neverEnd(() => undefined)]);
    await assert.rejects(listNodes(createClient({ url: front.url })), /sent more than 67108864 bytes/);
  });

  test('a response of exactly so many bytes is read', async (t) => {
    const text = JSON.stringify({ id: 'ü'.repeat(100) });
    const bytes = Buffer.byteLength(text);
    const read = async (bytesMax: number) => {
      const front = await startFront(t, '', [
        (_request, response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      ]);
      return getNode(createClient({ url: front.url, bytesMax }), { nodeId: 'x' });
    };
    assert.equal((await read(bytes)).id, 'ü'.repeat(100));
    await assert.rejects(read(bytes - 1), IntegrityError);
  });
});
