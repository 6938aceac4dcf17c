import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';
import { startOn } from './start-on.ts';

suite('a mirror of a set with MIRROR_NODES', () => {
  test('has only the chosen nodes of the set, whichever are chosen at a start', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    for (const id of ['one-node', 'two-node', 'three-node']) await publishActive(source, ada, id, '1.0.0');
    const renamed = await ada.owner.post('/publishers/ada/nodes/three-node/rename', { id: 'new-node' });
    assert.equal(renamed.status, 200, renamed.text);
    const folder = await temporaryFolder(t);
    const argv = ['mirror', '--from', source.url, '--to', folder];
    const { code, stderr } = await runCommandHere(argv, await temporaryData(t));
    assert.equal(code, 0, stderr);
    const data = await temporaryData(t);
    let starts = 0;
    const idsWith = async (nodes: string | undefined): Promise<string[]> => {
      const mirror = await startOn(t, data, { MIRROR_FROM: folder, ...(nodes && { MIRROR_NODES: nodes }) });
      mirror.clock.advance(minutes((starts += 2)));
      await mirror.settle();
      const { json } = await mirror.anonymous.get('/nodes');
      await mirror.end();
      return (json.nodes as { id: string }[]).map(({ id }) => id).toSorted();
    };
    assert.deepEqual(await idsWith('One-Node'), ['one-node']);
    assert.deepEqual(await idsWith('One-Node,three-node'), ['new-node', 'one-node'], 'by a former id, too');
    assert.deepEqual(await idsWith('two-node'), ['two-node']);
    assert.deepEqual(await idsWith(undefined), ['new-node', 'one-node', 'two-node']);
  });
});
