import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Report } from '../../src/commands/doctor/report.ts';
import { checks } from '../../src/doctor/index.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suite } from '../support/variants.ts';
import { type Load, startLoad } from './backup/load.ts';

suite('npm run doctor', () => {
  test('0 beside a server that others use, 1 for faults, 0 once they are repaired', async (t) => {
    let load: Load | undefined;
    // Before the server, whose end would wait for the load.
    t.after(() => load?.stop());
    const server = await startServer(t);
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const doctor = (...flags: string[]) => runCommandHere(['doctor', ...flags], { DATA_DIR, DATABASE_URL });
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'mine', '1.0.0');
    load = await startLoad(server, ['one', 'two', 'three']);
    await load.more(3);
    const busy = await runCommand('doctor', [], { DATA_DIR, DATABASE_URL });
    assert.deepEqual(
      [busy.code, busy.stdout],
      [0, `${checks.length} checks found nothing wrong.\n`],
      busy.stdout,
    );
    await load.stop();

    assert.equal((await server.anonymous.get('/nodes/mine')).json.latest_version.version, '1.0.0');
    await tamper(DATABASE_URL, sql`update nodes set latest_version_id = null where key = 'mine'`);
    const folder = join(DATA_DIR, 'packages/ada/mine');
    const [file = ''] = await readdir(folder);
    await rm(join(folder, file));
    const found = await doctor('--quick');
    assert.equal(found.code, 1);
    assert.match(found.stdout, /^latest-versions {2}"node:mine" {2}It names no version/m);
    assert.match(found.stdout, /^packages {2}"version:[^"]+" {2}The package .* is not in the store/m);
    assert.match(found.stdout, /3 faults; 0 were repaired\. npm run doctor -- --fix repairs what it can\.$/m);
    const fixed = await doctor('--fix', '--json');
    const { clean, checks: examined } = JSON.parse(fixed.stdout) as Report;
    assert.deepEqual([fixed.code, clean], [1, false]);
    const left = examined.flatMap(({ check, findings }) =>
      findings.filter(({ repaired }) => !repaired).map(() => check),
    );
    assert.deepEqual(left, ['packages'], 'only people can bring back a package');
    const { json } = await (await server.moderator()).get('/admin/changes?subject=node:mine');
    const repaired = json.changes.filter(({ action }) => action === 'node.repaired');
    assert.deepEqual(
      repaired.map(({ actor, after }) => ({ actor, after })),
      [
        { actor: 'operator', after: { check: 'latest-versions' } },
        { actor: 'operator', after: { check: 'listing' } },
      ],
    );
  });

  test('2 if it cannot run, in one line that says why', async (t) => {
    const { DATA_DIR, DATABASE_URL } = await temporaryData(t, { isEmpty: true });
    const data = { DATA_DIR, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
    const unknown = await runCommand('doctor', ['--no-such-flag'], data);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    for (const [flags, environment, sentence] of [
      [
        ['--no-such-flag'],
        data,
        /^patchbay: Unknown option --no-such-flag\. Usage: npm run doctor -- \[--fix\]/,
      ],
      [[], data, /^patchbay: The database lacks 0001-accounts, .*Run npm run migrate first\.$/],
      [[], { ...data, PACKAGES_URL: 'memory:' }, /^patchbay: PACKAGES_URL is memory:/],
      [
        [],
        { ...data, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
        /^patchbay: DATABASE_URL cannot be reached/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await runCommandHere(['doctor', ...flags], environment);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr.trim(), sentence);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
  });
});
