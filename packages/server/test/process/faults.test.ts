import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faults } from '../support/history/faults.ts';
import { runFault } from '../support/history/run-fault.ts';
import { setScene } from '../support/history/scene.ts';
import { startServerGroup } from '../support/history/server-group.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const moderator = { email: 'moderator@example.org', password: 'correct horse battery' };
const recoveryMsMax = 10_000;

suite('faults under load', () => {
  for (const fault of faults) {
    test(`${fault.name}: 503 or success, nothing acknowledged is lost, and soon all is well`, async (t) => {
      const servers = await startServerGroup([
        {
          DATA_DIR: await temporaryFolder(t),
          ADMIN_EMAIL: moderator.email,
          ADMIN_PASSWORD: moderator.password,
          LOG_LEVEL: 'silent',
        },
      ]);
      t.after(() => servers.end());
      const scene = await setScene(servers.urls, { publishers: 8, nodesEach: 2, moderator });
      const result = await runFault({
        fault,
        stage: servers,
        scene,
        seed: 7,
        readers: 8,
        stalenessMs: 2_000,
      });
      const { violations, ...figures } = result;
      t.diagnostic(JSON.stringify(figures));
      assert.deepEqual(violations, []);
      assert.ok(Object.keys(figures.failed).length > 0, 'nobody noticed the fault');
      assert.ok(figures.recoveryMs < recoveryMsMax, `well again only after ${figures.recoveryMs} ms`);
    });
  }
});
