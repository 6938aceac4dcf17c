import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import type { StagedBlob } from '../../src/packages/blobs/blob-store.ts';
import type { Intake } from '../../src/packages/intake.ts';
import { uploadBudget } from '../../src/packages/read-package.ts';
import { receivePackage } from '../../src/packages/receive-package.ts';
import { findNode } from '../../src/store/rows/nodes.ts';
import { findVersionById } from '../../src/store/rows/versions.ts';
import { makePublisher, publishPending, zip } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

const packageBytesMax = 10_000;

suiteOnBoth('receive-package', async () => {
  const server = await startServer({ after }, { PACKAGE_BYTES_MAX: String(packageBytesMax) });
  const { context } = server.server;
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const move = (nodeId: string, status: string) =>
    moderator.put(`/publishers/ada/nodes/${nodeId}`, { status });
  const stage = (bytes: Uint8Array) => context.blobs.stage(Readable.from([bytes]), packageBytesMax);

  /** Publishes the node and has its package taken; `meddle` makes what comes of what was staged. */
  const take = async (
    nodeId: string,
    bytes: Uint8Array,
    meddle: (staged: StagedBlob) => Promise<StagedBlob> = async (staged) => staged,
  ): Promise<{ intake: Intake; versionId: string; again: () => Promise<Intake> }> => {
    const { versionId } = await publishPending(ada, nodeId, '1.0.0');
    const version = await findVersionById(context.store.read, versionId);
    const node = await findNode(context.store.read, nodeId);
    assert.ok(version && node);
    const attempt = (staging: Promise<StagedBlob>) =>
      receivePackage(context, {}, { node, version }, staging, uploadBudget(context.config));
    const intake = await attempt(stage(bytes).then(meddle));
    return { intake, versionId, again: () => attempt(stage(bytes)) };
  };
  const statusOf = async (id: string) => (await findVersionById(context.store.read, id))?.status;

  test('stored, and stored again when the same bytes come twice', async () => {
    const bytes = await zip({ '__init__.py': '' });
    const { intake, again } = await take('whole', bytes);
    assert.equal(intake.outcome, 'stored');
    assert.deepEqual(await again(), intake);
  });

  test('refused for what is wrong with the package, and the version still waits for one', async () => {
    const faults = {
      'too-large': new Uint8Array(packageBytesMax + 1),
      invalid: new Uint8Array([1, 2, 3]),
      mismatch: await zip({ 'pyproject.toml': '[project]\nname = "other"\nversion = "1.0.0"\n' }),
    };
    for (const [kind, bytes] of Object.entries(faults)) {
      const { intake, versionId } = await take(kind, bytes);
      assert.equal(intake.outcome, 'refused');
      assert.equal(intake.reason.kind, kind);
      assert.equal(await statusOf(versionId), 'NodeVersionStatusPending');
    }
  });

  test('refused while the node is banned, be it since the package lies in the store, and taken afterwards', async () => {
    const bytes = await zip({ '__init__.py': 'BANNED = True\n' });
    const closed = { outcome: 'refused', reason: { kind: 'closed', obstacle: 'node-banned' } };
    const banned = await take('banned', bytes, async (staged) => {
      await move('banned', 'NodeStatusBanned');
      return staged;
    });
    assert.deepEqual(banned.intake, closed);
    const late = await take('banned-late', bytes, async (staged) => ({
      ...staged,
      commit: async (key) => {
        await staged.commit(key);
        await move('banned-late', 'NodeStatusBanned');
      },
    }));
    assert.deepEqual(late.intake, closed);
    for (const [nodeId, { again }] of [['banned', banned] as const, ['banned-late', late] as const]) {
      await move(nodeId, 'NodeStatusActive');
      assert.equal((await again()).outcome, 'stored', nodeId);
    }
  });

  test('superseded by another package, and by a move of the version, and nothing of it is kept', async () => {
    const keys: string[] = [];
    const afterwards = (act: () => Promise<unknown>) => async (staged: StagedBlob) => ({
      ...staged,
      commit: async (key: string) => {
        keys.push(key);
        await staged.commit(key);
        await act();
      },
    });
    const bytes = await zip({ '__init__.py': 'LATE = True\n' });
    const { intake: byPackage } = await take(
      'raced',
      bytes,
      afterwards(async () => take('raced', await zip({ '__init__.py': 'FIRST = True\n' }))),
    );
    assert.deepEqual(byPackage, { outcome: 'superseded', by: 'package' });
    const { intake: byMove } = await take(
      'withdrawn',
      bytes,
      afterwards(() => ada.owner.delete('/publishers/ada/nodes/withdrawn/versions/1.0.0')),
    );
    assert.deepEqual(byMove, { outcome: 'superseded', by: 'move' });
    for (const key of keys) await assert.rejects(context.blobs.open(key), key);
  });
});
