import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { NodeVersionStatus } from '@patchbay/contract';
import { expireVersion, moveVersion } from '../../src/lifecycle/version.ts';
import { writeVersion } from '../../src/lifecycle/write-rows.ts';
import { findChanges } from '../../src/store/log/changes.ts';
import { findVersionById } from '../../src/store/rows/versions.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { countWork } from '../support/count-work.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('lifecycle of versions', async () => {
  const server = await startServer({ after });
  const { store } = server.server.context;
  const ada = await makePublisher(server, 'ada');
  const find = async (id: string) => {
    const version = await findVersionById(store.read, id);
    assert.ok(version);
    return version;
  };
  const countChanges = async () => (await findChanges(store.read, { after: 0, limit: 1_000 })).length;
  const moveByServer = (id: string, to: NodeVersionStatus) =>
    store.write({ actor: 'server' }, async (tx) => {
      const current = await find(id);
      return moveVersion(tx, current, to, {
        by: ['server'],
        log: { kind: 'version.checked', before: { status: current.status }, after: { status: to } },
      });
    });

  test('the server makes its own moves and no other, and of a refused one nothing is left', async () => {
    const { versionId } = await publishActive(server, ada, 'moved', '1.0.0');
    const before = await countChanges();
    for (const to of ['NodeVersionStatusFlagged', 'NodeVersionStatusBanned', 'NodeVersionStatusDeleted']) {
      await assert.rejects(moveByServer(versionId, to as NodeVersionStatus), to);
    }
    assert.equal((await find(versionId)).status, 'NodeVersionStatusActive');
    assert.equal(await countChanges(), before);
  });

  test('a node whose versions a transaction writes several times is derived once', async () => {
    const { versionId } = await publishActive(server, ada, 'derived', '1.0.0');
    const other = await publishActive(server, ada, 'derived', '2.0.0');
    const { texts } = await countWork(() =>
      store.write({ actor: 'server' }, async (tx) => {
        for (const id of [versionId, other.versionId]) await writeVersion(tx, await find(id));
      }),
    );
    const derived = texts.filter((text) => text.includes('active_versions'));
    assert.equal(derived.length, 1, texts.join('\n'));
  });

  test('a move brings what is looked up in step: the latest version of the node', async () => {
    const { versionId } = await publishActive(server, ada, 'listed', '1.0.0');
    const latest = async () => (await server.anonymous.get('/nodes/listed')).json.latest_version?.id;
    assert.equal(await latest(), versionId);
    await store.write({ actor: 'server' }, async (tx) =>
      moveVersion(tx, await find(versionId), 'NodeVersionStatusFlagged', {
        by: ['moderator'],
        set: { statusReason: 'Looks odd.' },
        log: {
          kind: 'version.moderated',
          before: { status: 'NodeVersionStatusActive' },
          after: { status: 'NodeVersionStatusFlagged' },
        },
      }),
    );
    assert.equal(await latest(), undefined);
  });

  test('a version that was flagged before its package came does not expire', async () => {
    const { versionId } = await publishPending(ada, 'refused', '1.0.0');
    await moveByServer(versionId, 'NodeVersionStatusFlagged');
    await assert.rejects(
      store.write({ actor: 'server' }, async (tx) => expireVersion(tx, await find(versionId))),
    );
    assert.equal((await find(versionId)).status, 'NodeVersionStatusFlagged');
  });
});
