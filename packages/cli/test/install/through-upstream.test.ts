import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import type { Reply } from '../../../server/test/support/client.ts';
import { minutes } from '../../../server/test/support/clock.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { filesIn } from '../support/files-in.ts';
import { runProcess } from '../support/run-process.ts';

const filesOf = (appNode: string, version: string) => ({
  '__init__.py': `VERSION = "${version}"\n\n\nclass One:\n    FUNCTION = "run"\n\n\nNODE_CLASS_MAPPINGS = {"${appNode}": One}\n`,
});

suite('patchbay install from a registry in front of its upstream', () => {
  test('installs private nodes and those of the upstream, and every call of a host serves both', async (t) => {
    const upstream = await startServer(t);
    const stranger = await makePublisher(upstream, 'stranger');
    for (const version of ['1.0.0', '1.1.0'])
      await publishFiles(upstream, stranger, 'Public-Pack', version, filesOf('Public blur', version));
    const agents: (string | undefined)[] = [];
    upstream.server.app.server.on('request', ({ headers }) => agents.push(headers['user-agent']));
    const local = await startServer(t, { UPSTREAM: upstream.url });
    const acme = await makePublisher(local, 'acme');
    await publishFiles(local, acme, 'Private-Pack', '1.0.0', filesOf('Private blur', '1.0.0'));
    const sync = async (): Promise<void> => {
      local.clock.advance(minutes(2));
      await local.settle();
    };
    await sync();

    const { anonymous } = local;
    const { owner } = acme;
    const both = [
      {
        id: 'Private-Pack',
        publisher: 'acme',
        version: '1.0.0',
        appNode: 'Private blur',
        upstream: undefined,
      },
      {
        id: 'Public-Pack',
        publisher: 'stranger',
        version: '1.1.0',
        appNode: 'Public blur',
        upstream: upstream.url,
      },
    ] as const;
    for (const { id, publisher, version, appNode, upstream: from } of both) {
      const isOwn = from === undefined;
      const expectWrite = ({ status, text }: Reply): void => assert.equal(status, isOwn ? 200 : 403, text);
      const node = await anonymous.get(`/nodes/${id.toLowerCase()}?include_translations=true`);
      assert.deepEqual(
        [
          node.status,
          node.json.id,
          node.json.publisher.id,
          node.json.upstream,
          node.json.latest_version?.version,
        ],
        [200, id, publisher, from, version],
      );
      const listed = await owner.get(`/publishers/${publisher}/nodes/v2?limit=10&page=1`);
      assert.deepEqual(
        listed.json.nodes.map((one) => one.id),
        [id],
      );
      const versionId = node.json.latest_version?.id;
      const address = `/publishers/${publisher}/nodes/${id}`;
      expectWrite(await owner.put(address, { description: 'Described by acme.' }));
      expectWrite(await owner.put(`${address}/versions/${versionId}`, { changelog: 'Told by acme.' }));
      const definition = await owner.put(
        `/nodes/${id}/versions/${version}/app-nodes/${encodeURIComponent(appNode)}`,
        { category: 'Chosen by acme' },
      );
      expectWrite(definition);
    }
    const wanted = [
      { node_id: 'public-pack', version: '1.0.0' },
      { node_id: 'private-pack', version: '1.0.0' },
      { node_id: 'Public-Pack', version: '9.9.9' },
    ];
    const bulk = await anonymous.post('/bulk/nodes/versions', { node_versions: wanted });
    assert.deepEqual(
      bulk.json.node_versions.map(({ status, node_version: found }) => [status, found?.changelog ?? '']),
      [
        ['success', ''],
        ['success', 'Told by acme.'],
        ['not_found', ''],
      ],
    );

    const folder = await temporaryFolder(t);
    const into = join(folder, 'nodes');
    await mkdir(into);
    const patchbay = async (...args: string[]): Promise<void> => {
      const env = { HOME: folder, PATCHBAY_URL: local.url };
      agents.length = 0;
      const { code, stderr } = await runProcess([...args, '--into', into], { cwd: folder, env });
      assert.equal(code, 0, stderr);
      assert.ok(
        agents.every((agent) => agent?.startsWith('Patchbay/')),
        'only the registry in front asked the upstream',
      );
    };
    const expectInstalled = async (versions: Readonly<Record<string, readonly [string, string]>>) => {
      const lock = JSON.parse(await readFile(join(into, 'patchbay.lock'), 'utf8')).nodes;
      assert.deepEqual(Object.keys(lock), Object.keys(versions));
      for (const [id, [appNode, version]] of Object.entries(versions)) {
        assert.deepEqual([lock[id].registry, lock[id].version], [local.url, version]);
        assert.deepEqual(await filesIn(join(into, id)), filesOf(appNode, version));
      }
    };
    await patchbay('install', 'private-pack', 'public-pack');
    await expectInstalled({
      'Private-Pack': ['Private blur', '1.0.0'],
      'Public-Pack': ['Public blur', '1.1.0'],
    });

    await publishFiles(upstream, stranger, 'Public-Pack', '1.2.0', filesOf('Public blur', '1.2.0'));
    await publishFiles(local, acme, 'Private-Pack', '2.0.0', filesOf('Private blur', '2.0.0'));
    await sync();
    const newest = {
      'Private-Pack': ['Private blur', '2.0.0'],
      'Public-Pack': ['Public blur', '1.2.0'],
    } as const;
    await patchbay('update');
    await expectInstalled(newest);

    await upstream.settle();
    await upstream.server.app.close();
    const lock = await readFile(join(into, 'patchbay.lock'));
    await rm(into, { recursive: true });
    await mkdir(into);
    await writeFile(join(into, 'patchbay.lock'), lock);
    await patchbay('install');
    await expectInstalled(newest);
  });
});
