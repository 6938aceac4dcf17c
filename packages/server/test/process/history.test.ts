import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkHistory } from '../support/history/check.ts';
import { Recorder } from '../support/history/recorder.ts';
import { setScene } from '../support/history/scene.ts';
import { readAll, readLog, runWorkload } from '../support/history/workload.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const moderator = { email: 'moderator@example.org', password: 'correct horse battery' };
const publishers = 32;
const operationsMax = 1_500;
const seed = 5;
/** Of what another process replaced; one process alone shows all at once. */
const stalenessMs = 2_000;

suite('histories', () => {
  test(`${publishers} publishers write while readers read, and every answer keeps the rules`, async (t) => {
    const server = await startServerProcess({
      DATA_DIR: await temporaryFolder(t),
      ADMIN_EMAIL: moderator.email,
      ADMIN_PASSWORD: moderator.password,
    });
    t.after(() => server.end('SIGKILL'));
    const scene = await setScene([server.url], { publishers, nodesEach: 3, moderator });
    const recorder = new Recorder();
    const { operations } = recorder;
    await runWorkload({
      scene,
      recorder,
      seed,
      readers: 16,
      isOver: () => operations.length >= operationsMax,
    });
    await readAll(scene, recorder);
    const log = await readLog(scene);
    const violations = checkHistory({ operations, log }, stalenessMs);
    const counts = Object.groupBy(operations, ({ outcome }) => outcome);
    t.diagnostic(
      `${operations.length} operations: ${counts.acknowledged?.length} acknowledged, ${counts.refused?.length} refused; ${log.length} changes`,
    );
    assert.deepEqual(violations, []);
    assert.equal(counts.unknown, undefined, 'a request was not answered');
  });
});
