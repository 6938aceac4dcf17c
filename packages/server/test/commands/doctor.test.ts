import assert from 'node:assert/strict';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Report } from '../../src/commands/doctor/report.ts';
import { checks } from '../../src/doctor/index.ts';
import { findSandbox } from '../../src/packages/sandbox.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { days } from '../support/clock.ts';
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
    assert.equal(busy.stderr, '', 'no progress goes into a pipe');
    const [summary, readers] = busy.stdout.split('\n');
    assert.deepEqual([busy.code, summary], [0, `${checks.length} checks found nothing wrong.`], busy.stdout);
    const { missing } = await findSandbox();
    assert.match(readers ?? '', missing === undefined ? / are isolated/ : / are not isolated .+ \(.+\)\./);
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
    assert.match(found.stdout, /2 faults, 0 repaired\. npm run doctor -- --fix repairs what it can\.$/m);
    // In a process of its own, which ends only if nothing is left open.
    const fixed = await runCommand('doctor', ['--fix', '--json'], { DATA_DIR, DATABASE_URL });
    const { clean, checks: examined } = JSON.parse(fixed.stdout) as Report;
    assert.deepEqual([fixed.code, clean], [1, false]);
    const left = examined.flatMap(({ check, findings }) =>
      findings.filter(({ repaired }) => !repaired).map(() => check),
    );
    assert.deepEqual(left, ['packages'], 'only people can bring back a package');
    const { text: metrics } = await server.anonymous.get('/metrics');
    assert.match(metrics, /^patchbay_last_run_timestamp_seconds\{run="doctor"\} 1\d{9}/m);
    assert.match(metrics, /^patchbay_last_run_faults\{run="doctor"\} 1$/m);
    assert.match(metrics, /^patchbay_last_run_faults\{run="doctor-quick"\} 2$/m);
    const { json } = await (await server.moderator()).get('/admin/changes?subject=node:mine');
    const repaired = json.changes.filter(({ action }) => action === 'node.repaired');
    assert.deepEqual(
      repaired.map(({ actor, after }) => ({ actor, after })),
      [{ actor: 'operator', after: { check: 'latest-versions' } }],
    );
  });

  test('1 as long as a repair left anything, and a report of how much that is', async (t) => {
    const server = await startServer(t);
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const keys = Array.from({ length: 1_003 }, (_, index) => sql`(${`key-${index}`}, 'nobody', 'x', '9999')`);
    await tamper(
      DATABASE_URL,
      sql`insert into idempotency_keys (id, account_id, body_digest, expires_at) values ${sql.join(keys)}`,
    );
    const folder = join(DATA_DIR, 'packages/ada/gone');
    await mkdir(folder, { recursive: true });
    const before = new Date(Date.now() - days(3));
    for (let number = 101; number <= 220; number += 1) {
      const path = join(folder, `00000000-0000-7000-8000-000000000${number}-${'a'.repeat(64)}.zip`);
      await writeFile(path, 'bytes');
      await utimes(path, before, before);
    }
    const fix = async () => {
      const { code, stdout } = await runCommandHere(['doctor', '--fix', '--json'], {
        DATA_DIR,
        DATABASE_URL,
      });
      const { clean, checks: examined } = JSON.parse(stdout) as Report;
      const count = (name: string) => {
        const { findings = [], more } = examined.find(({ check }) => check === name) ?? {};
        return { repaired: findings.filter(({ repaired }) => repaired).length, of: findings.length, more };
      };
      return { code, clean, keys: count('idempotency-keys'), orphans: count('orphans') };
    };
    assert.deepEqual(await fix(), {
      code: 1,
      clean: false,
      keys: { repaired: 1_000, of: 1_000, more: 3 },
      orphans: { repaired: 100, of: 120, more: 0 },
    });
    assert.deepEqual(await fix(), {
      code: 0,
      clean: true,
      keys: { repaired: 3, of: 3, more: 0 },
      orphans: { repaired: 20, of: 20, more: 0 },
    });
  });

  test('1 for rows that keep other checks from being done, which are named', async (t) => {
    const server = await startServer(t);
    const { DATA_DIR, DATABASE_URL } = server.server.context.config;
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'mine', '1.0.0');
    await publishActive(server, ada, 'other', '1.0.0');
    await tamper(DATABASE_URL, sql`update publishers set profile_json = 'nope'`);
    await tamper(
      DATABASE_URL,
      sql`update changes set after_json = '{' || after_json where subject like 'version:%'`,
    );
    await tamper(DATABASE_URL, sql`update nodes set rating_sum = 99 where key = 'other'`);
    await tamper(DATABASE_URL, sql`delete from places`);
    const { code, stdout, stderr } = await runCommandHere(['doctor', '--fix'], { DATA_DIR, DATABASE_URL });
    assert.deepEqual([code, stderr], [1, ''], stdout);
    assert.match(stdout, /^json {2}"publishers\.profile_json:ada" {2}The value is no JSON\. Restore/m);
    assert.match(stdout, /^json {2}"changes\.after_json:\d+" {2}The value is no JSON\. Restore/m);
    assert.match(stdout, /^states {2}"check:states" {2}It could not be done to its end: ".*"\. Repair/m);
    assert.match(
      stdout,
      /^counts {2}"list:nodes" {2}It counts nothing instead of 2 items .* Repaired: counted it/m,
    );
    assert.match(stdout, /^ratings {2}"node:other" {2}.* Not repaired, although it tried: ".*JSON"\.$/m);
  });

  test('2 if it cannot run, in one line that says why', async (t) => {
    const { DATA_DIR, DATABASE_URL } = await temporaryData(t, { isEmpty: true });
    const data = { DATA_DIR, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
    await writeFile(join(DATA_DIR, 'registry.db'), '');
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
