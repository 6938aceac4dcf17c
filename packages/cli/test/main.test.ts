import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { staySilent, startFront } from '../../client/test/start-front.ts';
import { makePublisher, publishActive } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';
import { until } from '../../server/test/support/until.ts';
import { makeProject } from './support/make-project.ts';
import { runInPty } from './support/run-in-pty.ts';
import { runProcess } from './support/run-process.ts';
import { cliEntry, follow, startProcess } from './support/start-process.ts';

const serverEntry = fileURLToPath(new URL('../../server/bin/patchbay-server.js', import.meta.url));

suite('the program', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const node of ['image-tools', 'old-tools']) await publishActive(server, ada, node, '1.0.0');
  const home = await temporaryFolder({ after });
  const env = { HOME: home, PATCHBAY_URL: server.url };

  test('without a terminal: the result alone on standard output, without colours', async () => {
    const { code, stdout, stderr } = await runProcess(['show', 'image-tools'], { cwd: home, env });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^image-tools {2}1\.0\.0/);
    assert.ok(!stdout.includes('\u001b'));
  });

  test('without a terminal: an error alone on standard error', async () => {
    const { code, stdout, stderr } = await runProcess(['show', 'nothing'], { cwd: home, env });
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /^Error: .*\nRun `patchbay search/);
  });

  test('without a terminal: a word that every object has is no command', async () => {
    const { code, stderr } = await runProcess(['constructor'], { cwd: home, env });
    assert.equal(code, 2);
    assert.match(stderr, /^Error: There is no command "constructor"\.\n/);
  });

  test('--verbose shows the requests, --quiet no progress, and --offline sends nothing', async () => {
    const run = (...args: string[]) => runProcess(args, { cwd: home, env });
    const loud = await run('show', 'nothing', '--verbose');
    assert.match(loud.stderr, new RegExp(`^GET ${server.url}/nodes/nothing.* → 404 \\(\\d+ ms\\)$`, 'm'));
    assert.match(loud.stderr, /^Cause: RegistryError: .*node_not_found/m);
    const project = await makeProject(home, { nodeId: 'quiet-tools', publisherId: 'ada' });
    const token = { PATCHBAY_TOKEN: ada.token };
    const quiet = await runProcess(['publish', project, '--quiet'], { cwd: home, env: { ...env, ...token } });
    assert.deepEqual([quiet.code, quiet.stderr], [0, '']);
    assert.match(quiet.stdout, /is Active/);
    const off = await runProcess(['check', project, '--offline'], { cwd: home, env: { ...env, ...token } });
    assert.deepEqual([off.code, off.stderr], [0, '']);
    const refused = await run('show', 'image-tools', '--offline');
    assert.deepEqual([refused.code, refused.stdout], [6, '']);
    assert.match(refused.stderr, /--offline forbids it\.\nRun it without --offline\./);
  });

  test('removes what a killed process left behind, and nothing of others', async (t) => {
    const TMPDIR = await temporaryFolder(t);
    // No process has a number this high.
    const left = [
      'patchbay-cli-99999999-old',
      'patchbay-cli-99999999-new',
      'patchbay-other',
      `patchbay-cli-${process.pid}-x`,
    ];
    for (const name of left) {
      await mkdir(join(TMPDIR, name));
      if (!name.endsWith('new')) await utimes(join(TMPDIR, name), 1, 1);
    }
    const project = await makeProject(home, { nodeId: 'left-over', publisherId: 'ada' });
    const { code } = await runProcess(['check', project], { cwd: home, env: { HOME: home, TMPDIR } });
    assert.equal(code, 0);
    assert.deepEqual((await readdir(TMPDIR)).toSorted(), left.slice(1).toSorted());
  });

  test('in a terminal: colours, unless NO_COLOR', async () => {
    const colored = await runInPty(['show', 'image-tools'], { cwd: home, env });
    assert.equal(colored.code, 0);
    assert.match(colored.text, /^image-tools {2}1\.0\.0/);
    assert.ok(colored.raw.includes('\u001b[1mimage-tools'));
    const plain = await runInPty(['show', 'image-tools'], { cwd: home, env: { ...env, NO_COLOR: '1' } });
    assert.ok(!plain.raw.includes('\u001b['));
  });

  test('in a terminal: questions are asked and answered', async () => {
    const login = await runInPty(['login', '--token-stdin'], { cwd: home, env }, [['Token', ada.token]]);
    assert.equal(login.code, 0, login.text);
    assert.match(login.text, /Signed in/);
    assert.ok(!login.text.includes(ada.token));
    const args = ['delete', 'old-tools@1.0.0'];
    const left = await runInPty(args, { cwd: home, env }, [['Type old-tools@1.0.0', '\u0003']]);
    assert.equal(left.code, 130, left.text);
    assert.match(left.text, /Nothing was changed/);
    const typed = await runInPty(args, { cwd: home, env }, [['Type old-tools@1.0.0', 'old-tools@1.0.0']]);
    assert.equal(typed.code, 0, typed.text);
    assert.match(typed.text, /Deleted old-tools@1\.0\.0/);
  });

  test('help loads no package but the one that reads the arguments', async (t) => {
    const folder = await temporaryFolder(t);
    const LIST_INTO = join(folder, 'modules.json');
    const NODE_OPTIONS = `--import ${join(import.meta.dirname, 'support/list-modules.ts')}`;
    const { code } = await runProcess(['publish', '--help'], {
      cwd: folder,
      env: { LIST_INTO, NODE_OPTIONS },
    });
    assert.equal(code, 0);
    const urls = JSON.parse(await readFile(LIST_INTO, 'utf8')) as string[];
    const own = new URL('../src/', import.meta.url).href;
    const others = urls.filter((url) => url.startsWith('file:') && !url.startsWith(own));
    assert.deepEqual(others.map((url) => url.replace(/^.*\/(?:node_modules|packages)\//, '')).toSorted(), [
      '@stricli/core/dist/index.js',
      'cli/bin/patchbay.js',
      'cli/package.json',
    ]);
    // What only `run` needs is loaded by it.
    const needless = urls.filter((url) =>
      /\/(?:install\/install-(?!events)|pack\/(?!package-limits)|project\/|prompts\/clack)/.test(url),
    );
    assert.deepEqual(needless, []);
  });

  test('the reader of a pipe may leave early', async () => {
    const { child, ended } = startProcess(['--help'], { cwd: home, env });
    child.stdout.destroy();
    const { stderr } = await ended;
    assert.equal(stderr, '');
  });

  test('141: a publish whose reader leaves in the middle is no success, and leaves no package behind', async (t) => {
    const TMPDIR = await temporaryFolder(t);
    const front = await startFront(t, server.url, []);
    const project = await makeProject(home, { nodeId: 'unread', publisherId: 'ada' });
    const { child, ended } = startProcess(['publish', project, '--json'], {
      cwd: home,
      env: { ...env, PATCHBAY_URL: front.url, PATCHBAY_TOKEN: ada.token, TMPDIR },
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [141, '']);
    assert.deepEqual(await readdir(TMPDIR), []);
  });

  test('a working folder that was removed is missing only to who needs it', async (t) => {
    const cwd = await temporaryFolder(t);
    const run = (...args: string[]) => {
      const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
      const words = ['sh', cwd, process.execPath, cliEntry, ...args];
      return follow('sh', ['-c', script, ...words], { cwd: home, env }).ended;
    };
    const shown = await run('show', 'image-tools');
    assert.deepEqual([shown.code, shown.stderr], [0, '']);
    await mkdir(cwd);
    const { code, stderr } = await run('pack');
    assert.equal(code, 2);
    assert.equal(stderr.split('\n')[0], `Error: There is no pyproject.toml in ${cwd}.`);
  });

  test('without a home, nothing is saved, least of all in the working folder, and all else works', async (t) => {
    const cwd = await temporaryFolder(t);
    for (const HOME of ['', 'home']) {
      const run = (args: string[], more = {}) => runProcess(args, { cwd, env: { ...env, HOME, ...more } });
      assert.equal((await run(['show', 'image-tools'])).code, 0);
      const anonymous = await run(['whoami']);
      assert.deepEqual([anonymous.code, anonymous.stdout], [3, '']);
      const PATCHBAY_TOKEN = ada.token;
      assert.equal((await run(['whoami'], { PATCHBAY_TOKEN })).code, 0);
      const { code, stderr } = await run(['login'], { PATCHBAY_TOKEN });
      assert.equal(code, 2);
      assert.match(stderr, /^Error: This user has no home folder to keep settings in\.\nSet HOME to one/);
      assert.deepEqual(await readdir(cwd), []);
    }
  });

  test('1: standard output on a full disk is one line on standard error', async () => {
    const intoFull = (...args: string[]) =>
      follow('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, ...args], { cwd: home, env }).ended;
    for (const flags of [[], ['--json']]) {
      assert.deepEqual(await intoFull(cliEntry, 'show', 'image-tools', ...flags), {
        code: 1,
        stdout: '',
        stderr: 'Error: Standard output cannot be written: ENOSPC: no space left on device, write.\n',
      });
    }
    const ofServer = await intoFull(serverEntry, 'config');
    assert.deepEqual([ofServer.code, ofServer.stdout], [1, '']);
    assert.equal(
      ofServer.stderr,
      'patchbay: Standard output cannot be written: ENOSPC: no space left on device, write.\n',
    );
  });

  test('1: a package that the folder for temporary files has no room for is an error that names the place', async (t) => {
    const TMPDIR = await temporaryFolder(t);
    const files = { 'data.txt': randomBytes(20_000).toString('base64') };
    const project = await makeProject(home, { nodeId: 'roomless', publisherId: 'ada', files });
    // A file of more blocks cannot be written, as on a disk without room.
    const script = 'trap \'\' XFSZ; ulimit -f 16; exec "$@"';
    const words = ['sh', process.execPath, cliEntry, 'check', project];
    const { code, stderr } = await follow('sh', ['-c', script, ...words], {
      cwd: home,
      env: { ...env, TMPDIR },
    }).ended;
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^Error: The system refused "write ${TMPDIR}/.*": file too large\\.`));
    assert.deepEqual(await readdir(TMPDIR), []);
  });

  test('130: --json ends with its result, also if Ctrl-C ends it', async (t) => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    const front = await startFront(t, '', [(...exchange) => resolve(staySilent(...exchange))]);
    const { child, ended } = startProcess(['show', 'image-tools', '--json'], {
      cwd: home,
      env: { ...env, PATCHBAY_URL: front.url },
    });
    await isAsked;
    child.kill('SIGINT');
    const { stdout, stderr } = await ended;
    // A shell makes 130 of it.
    assert.deepEqual([child.signalCode, stderr], ['SIGINT', '']);
    assert.deepEqual(JSON.parse(stdout), {
      schema: 'patchbay.show/1',
      type: 'result',
      ok: false,
      error: { code: 'cancelled', message: 'A signal ended the command.' },
    });
  });

  test('0: Ctrl-C after the result ends the command as the result says', async () => {
    const lingering = 'setTimeout(() => {}, 100_000)';
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(lingering)}"`;
    const { child, output, ended } = startProcess(['show', 'image-tools', '--json'], {
      cwd: home,
      env: { ...env, NODE_OPTIONS },
    });
    await until(() => Promise.resolve(output().stdout.endsWith('\n')));
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.deepEqual([code, child.signalCode], [0, null]);
    assert.equal((JSON.parse(stdout) as { ok: boolean }).ok, true);
  });

  test('130: Ctrl-C leaves nothing of a file that it writes, and what a killed process left goes with the next', async () => {
    const folder = await makeProject(home, { nodeId: 'half-written', publisherId: 'ada' });
    const before = await readdir(folder);
    const hanging =
      "import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'; fs.rename = () => new Promise(() => setInterval(() => {}, 1_000)); syncBuiltinESMExports();";
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(hanging)}"`;
    const left = async (): Promise<string | undefined> =>
      (await readdir(folder)).find((name) => name.endsWith('.patchbay-new'));
    const interrupt = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
      const { child, ended } = startProcess(['pack'], { cwd: folder, env: { ...env, NODE_OPTIONS } });
      await until(async () => (await left()) !== undefined);
      child.kill(signal);
      await ended;
      assert.equal(child.signalCode, signal);
    };
    await interrupt('SIGINT');
    assert.deepEqual(await readdir(folder), before);

    await interrupt('SIGKILL');
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await utimes(join(folder, (await left()) ?? ''), hoursAgo, hoursAgo);
    assert.equal((await runProcess(['pack'], { cwd: folder, env })).code, 0);
    assert.deepEqual((await readdir(folder)).sort(), [...before, 'half-written-1.0.0.zip'].sort());
  });

  test('--json without a terminal has all that the schema names', async () => {
    const { code, stdout } = await runProcess(['open', '--json'], { cwd: home, env });
    assert.equal(code, 0);
    const { data } = JSON.parse(stdout) as { data: unknown };
    assert.deepEqual(data, { url: `${server.url}/`, opened: false });
  });
});
