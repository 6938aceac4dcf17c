import assert from 'node:assert/strict';
import { cp, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import { InstallFolder } from '../../src/install/install-folder.ts';
import { ifThere } from '../../src/install/if-there.ts';
import { filesIn } from '../support/files-in.ts';
import { openCli } from '../support/open-cli.ts';
import { runInPty } from '../support/run-in-pty.ts';
import { runProcess } from '../support/run-process.ts';

/** Killed processes: half of them install, half update. */
const kills = Number(process.env['KILLS'] ?? 12);
const killer = fileURLToPath(new URL('../support/kill-at.ts', import.meta.url));

suite('an install as a process', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const filesOf = (version: string) => ({
    '__init__.py': `VERSION = "${version}"\n`,
    'a/b/c.py': `C = "${version}"\n`,
    [`only-in-${version}.txt`]: 'x'.repeat(100_000),
  });
  for (const version of ['1.0.0', '2.0.0'])
    await publishFiles(server, ada, 'node', version, filesOf(version));
  const folder = await temporaryFolder({ after });
  const env = { HOME: folder, PATCHBAY_URL: server.url };
  const cli = await openCli({ after }, server);
  await cli.json(['install', 'node@1.0.0', '--into', 'old']);

  test(`killed at ${kills} moments: never half there, and whole after the next run`, async (t) => {
    const run = async (isUpdate: boolean, name: string, settings: Record<string, string>) => {
      const into = join(folder, name);
      if (isUpdate) await cp(join(cli.cwd, 'old'), into, { recursive: true });
      const options = { cwd: folder, env: { ...env, NODE_OPTIONS: `--import ${killer}`, ...settings } };
      return runProcess(['install', 'node@2.0.0', '--into', into], options);
    };
    const count = async (isUpdate: boolean): Promise<number> => {
      const file = join(folder, `count-${isUpdate}`);
      assert.equal((await run(isUpdate, `whole-${isUpdate}`, { COUNT_INTO: file })).code, 0);
      return Number(await readFile(file, 'utf8'));
    };
    const changes = [await count(false), await count(true)];
    const moments = Array.from({ length: kills }, (_, index) => {
      const all = changes[index % 2] ?? 0;
      return 1 + Math.floor(Math.random() * all);
    });
    t.diagnostic(`${changes.join(' and ')} changes; killed before ${moments.join(', ')}`);
    for (const [index, moment] of moments.entries()) {
      const name = `killed-${index}`;
      const [isUpdate, into] = [index % 2 === 1, join(folder, name)];
      const killed = await run(isUpdate, name, { KILL_AT: String(moment) });
      assert.equal(killed.stdout, '', `${name} ended before change ${moment}`);
      const place = join(into, 'node');
      if (await ifThere(stat(place))) {
        const found = await filesIn(place);
        const version = 'only-in-2.0.0.txt' in found ? '2.0.0' : '1.0.0';
        assert.deepEqual(found, filesOf(version), `${name}: half of it is there`);
      }
      const { code, result } = await cli.json(['install', 'node@2.0.0', '--into', into]);
      assert.equal(code, 0, `${name}: ${JSON.stringify(result)}`);
      assert.deepEqual(await filesIn(place), filesOf('2.0.0'));
      assert.deepEqual(await readdir(join(into, '.patchbay.disabled')), ['held.db']);
      assert.equal((await cli.json(['verify', '--into', into])).code, 0);
    }
  });

  test('beside another one: refused at once, without a terminal', async (t) => {
    const into = join(folder, 'busy');
    await mkdir(into);
    const held = await InstallFolder.open(into);
    t.after(() => held[Symbol.asyncDispose]());
    const { code, stdout, stderr } = await runProcess(['install', 'node', '--into', into], {
      cwd: folder,
      env,
    });
    assert.deepEqual([code, stdout], [5, '']);
    assert.match(stderr, /^Error: Another patchbay is working in .*\nWait until it has finished\.\n$/);
  });

  test('in a terminal: how far it is, and then the result', async () => {
    const { code, text } = await runInPty(['install', 'node', '--into', join(folder, 'pty')], {
      cwd: folder,
      env,
    });
    assert.equal(code, 0);
    assert.match(text, /node 2\.0\.0: [\d.]+ \w+ of [\d.]+ \w+/);
    assert.match(text, /installed node 2\.0\.0\r?\n$/);
  });
});
