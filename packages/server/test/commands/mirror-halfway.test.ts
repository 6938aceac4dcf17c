import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makePublisher, publishActive } from '../support/build.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';
import { sendJson, sendPage, startBehindProxy } from '../replication/before-source.ts';

suite('npm run mirror, whose source goes away in the middle', () => {
  test('writes no set of what it has until then', async (t) => {
    const behind = await startBehindProxy(t);
    const ada = await makePublisher(behind.source, 'ada');
    for (const id of ['one-node', 'two-node']) await publishActive(behind.source, ada, id, '1.0.0');
    const all = await behind.source.anonymous.get('/changes?since=0&versions=all');
    const { changes } = all.json as unknown as { changes: { node_id: string }[] };
    const first = changes.filter(({ node_id }) => node_id === 'one-node');
    behind.instead = ({ url = '' }, response) => {
      if (!url.startsWith('/changes')) return false;
      if (!url.includes('since=0&')) return sendPage(response, 502);
      // Longer than a run reads, so that another run finds the source away.
      void wait(3_100).then(() => sendJson(response, { changes: first, next: '1.x', more: true }));
      return true;
    };
    const folder = await temporaryFolder(t);
    const argv = ['mirror', '--from', behind.url, '--to', folder];
    const { code, stdout, stderr } = await runCommandHere(argv, await temporaryData(t));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /cannot be read; see the log above/);
    assert.deepEqual(await readdir(folder), []);
  });
});
