import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  IntegrityError,
  createClient,
  downloadPackage,
  getNode,
  getVersion,
  installNode,
  publishVersion,
  uploadPackage,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';
import { type Fault, refuse, startFront, staySilent } from './start-front.ts';

suite('packages', async () => {
  const registry = await openRegistry({ after });

  test('an upload with progress arrives whole, and the download has its digest', async () => {
    const { id: publisherId, owner, token } = await registry.publisher();
    const nodeId = uniqueId('package');
    const bytes = await registry.publish({ id: publisherId, owner, token }, nodeId, '1.0.0');
    const { signedUrl } = await publishVersion(owner, {
      publisherId,
      nodeId,
      body: { node: {}, node_version: { version: '1.1.0' }, personal_access_token: token },
    });
    const sent: number[] = [];
    await uploadPackage(owner, signedUrl, bytes, { onProgress: (count) => sent.push(count) });
    await registry.server.settle();
    assert.deepEqual([sent.at(0), sent.at(-1)], [0, bytes.size]);
    const received: number[] = [];
    const version = await installNode(registry.anonymous, { nodeId });
    assert.equal(version.version, '1.1.0');
    const downloaded = await downloadPackage(registry.anonymous, version, {
      onProgress: (count) => received.push(count),
    });
    assert.deepEqual(downloaded, new Uint8Array(await bytes.arrayBuffer()));
    assert.equal(received.at(-1), bytes.size);
  });

  test('an upload that lost its response can be repeated', async () => {
    const { id: publisherId, owner, token } = await registry.publisher();
    const nodeId = uniqueId('package');
    const publish = { node: {}, node_version: { version: '1.0.0' }, personal_access_token: token };
    const { signedUrl } = await publishVersion(owner, { publisherId, nodeId, body: publish });
    const { signedUrl: again } = await publishVersion(owner, { publisherId, nodeId, body: publish });
    assert.equal(new URL(again).pathname, new URL(signedUrl).pathname);
    const bytes = await registry.publish({ id: publisherId, owner, token }, nodeId, '0.9.0');
    let isLost = false;
    const losing = createClient({
      url: owner.url,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (isLost) return response;
        isLost = true;
        throw new TypeError('the connection broke after the registry had stored the package');
      },
    });
    await uploadPackage(losing, signedUrl, bytes, { onProgress: () => undefined });
    assert.ok(isLost);
  });

  test('a package with other bytes than its version says is never handed out', async () => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('package');
    await registry.publish(publisher, nodeId, '1.0.0');
    const version = await getVersion(registry.anonymous, { nodeId, version: '1.0.0' });
    const { package_bytes: size = 0 } = version;
    const wrong = [
      { ...version, package_sha256: '0'.repeat(64) },
      { ...version, package_bytes: size - 1 },
      { ...version, package_bytes: size + 1 },
      { ...version, package_bytes: Number.MAX_SAFE_INTEGER },
      { ...version, package_bytes: -1 },
      {},
    ];
    for (const one of wrong) await assert.rejects(downloadPackage(registry.anonymous, one), IntegrityError);
  });

  test('the token is sent to the registry and to no package store', async () => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('package');
    await registry.publish(publisher, nodeId, '1.0.0');
    const bearers: (string | null)[] = [];
    const client = createClient({
      url: publisher.owner.url,
      token: publisher.token,
      fetch: (input, init) => {
        bearers.push(new Headers(init?.headers).get('authorization'));
        return fetch(input, init);
      },
    });
    await downloadPackage(client, await getVersion(client, { nodeId, version: '1.0.0' }));
    assert.deepEqual(bearers, [`Bearer ${publisher.token}`, null]);
  });

  test('no redirect takes a request of an endpoint, or its token, elsewhere', async (t) => {
    const elsewhere = await startFront(t, registry.server.url, []);
    for (const target of [`${elsewhere.url}/nodes`, '/other']) {
      const front = await startFront(t, registry.server.url, [refuse(307, { location: target })]);
      const client = createClient({ url: front.url, token: 'secret' });
      await assert.rejects(getNode(client, { nodeId: 'x' }), {
        name: 'RegistryError',
        message: "The response 307 is no registry's.",
      });
      assert.equal(front.requests.length, 1);
    }
    assert.equal(elsewhere.requests.length, 0);
  });

  test('a package is fetched through redirects, but only a few', async (t) => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('package');
    const bytes = await registry.publish(publisher, nodeId, '1.0.0');
    const version = await getVersion(registry.anonymous, { nodeId, version: '1.0.0' });
    const toPackage = refuse(302, { location: version.downloadUrl ?? '' });
    const around = refuse(302, { location: '/again' });
    for (const [faults, isFetched] of [
      [[around, around, toPackage], true],
      [[around, around, around, toPackage], false],
    ] as const) {
      const front = await startFront(t, registry.server.url, [...faults]);
      const download = downloadPackage(createClient({ url: front.url }), {
        ...version,
        downloadUrl: `${front.url}/1.zip`,
      });
      if (isFetched) assert.equal((await download).length, bytes.size);
      else await assert.rejects(download, /redirects more than 3 times/);
    }
  });

  test('a download that stops in the middle, or never begins, is asked for again', async (t) => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('package');
    const bytes = await registry.publish(publisher, nodeId, '1.0.0');
    const version = await getVersion(registry.anonymous, { nodeId, version: '1.0.0' });
    const stall: Fault = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.size }).write('P');
    };
    const toPackage = refuse(302, { location: version.downloadUrl ?? '' });
    const front = await startFront(t, registry.server.url, [staySilent, stall, toPackage]);
    const client = createClient({ url: front.url, timeoutMs: 1_000 });
    const downloaded = await downloadPackage(client, { ...version, downloadUrl: `${front.url}/1.zip` });
    assert.equal(downloaded.length, bytes.size);
    assert.equal(front.requests.length, 3);
  });

  test('neither a link nor a redirect leads to no address, to this machine, with a password, or from https to another scheme', async () => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('package');
    await registry.publish(publisher, nodeId, '1.0.0');
    const version = await getVersion(registry.anonymous, { nodeId, version: '1.0.0' });
    const refused = [
      'http://packages.example/1.zip',
      'https://localhost/1.zip',
      'https://a.localhost./1.zip',
      'https://127.1/1.zip',
      'https://[::1]/1.zip',
      'https://[::ffff:127.0.0.1]/1.zip',
      'https://[::ffff:0.0.0.0]/1.zip',
      'https://0/1.zip',
      'https://169.254.169.254/1.zip',
      'https://ada:secret@packages.example/1.zip',
      'ftp://packages.example/1.zip',
      'data:,1',
      'file:///etc/passwd',
      'http://[',
    ];
    for (const link of ['', '/packages/1.zip', 'nonsense']) {
      const client = createClient({ url: 'https://registry.example' });
      await assert.rejects(downloadPackage(client, { ...version, downloadUrl: link }), IntegrityError, link);
      await assert.rejects(uploadPackage(client, link, new Blob(['1'])), IntegrityError, link);
    }
    for (const target of refused) {
      const asked: string[] = [];
      const client = createClient({
        url: 'https://registry.example',
        fetch: async (input) => {
          asked.push(input as string);
          return new Response(null, { status: 302, headers: { location: target } });
        },
      });
      for (const downloadUrl of [target, 'https://registry.example/1.zip']) {
        const download = downloadPackage(client, { ...version, downloadUrl });
        await assert.rejects(download, IntegrityError, `${downloadUrl} → ${target}`);
      }
      await assert.rejects(uploadPackage(client, target, new Blob(['1'])), IntegrityError, target);
      assert.deepEqual(asked, ['https://registry.example/1.zip']);
      const there = uploadPackage(client, 'https://registry.example/1', new Blob(['1']));
      await assert.rejects(there, { status: 302 });
    }
  });
});
