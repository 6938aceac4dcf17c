import assert from 'node:assert/strict';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Fault, startFront } from '../../client/test/start-front.ts';
import { matchesAnswer } from '../../server/test/docs/matches-answer.ts';
import { readSteps } from '../../server/test/docs/read-steps.ts';
import { readDoc, section } from '../../server/test/docs/repository.ts';
import { type TestServer, startServer } from '../../server/test/support/start-server.ts';
import { suite } from '../../server/test/support/variants.ts';
import { approveLogin } from './support/approve-login.ts';
import { filesIn } from './support/files-in.ts';
import { makeFolder } from './support/make-folder.ts';
import { openCli } from './support/open-cli.ts';
import { runProgramInPty } from './support/run-program-in-pty.ts';
import { type ProcessOptions, cliEntry, follow } from './support/start-process.ts';

const title = 'Five minutes';
const steps = readSteps('README.md', title);
/** Begins the output of each step. */
const mark = '# step';
const script = steps.map(({ commands }) => `echo '${mark}'\n${commands}`).join('');
const bash = ['bash', '-euo', 'pipefail', '-c', script];
const others = [
  ...(/```sh\n(.*?)```/s.exec(section(readDoc('README.md'), title))?.[1] ?? '').matchAll(
    /^patchbay (.*?)(?: +#.*)?$/gm,
  ),
].map(([, words = '']) => words.split(' '));

/** A registry where nobody has a publisher, a folder to work in, and what finds `patchbay` and this registry. */
const open = async (
  t: TestContext,
): Promise<{ server: TestServer; desk: string; options: ProcessOptions }> => {
  const server = await startServer(t);
  await server.user('ada');
  const faults: Fault[] = [approveLogin(server, 'ada')];
  const front = await startFront(t, server.url, faults);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${cliEntry}' "$@"\n`;
  const home = await makeFolder(t, { 'bin/patchbay': program });
  await chmod(join(home, 'bin/patchbay'), 0o755);
  const desk = join(home, 'desk');
  await mkdir(desk);
  const PATH = `${join(home, 'bin')}:${process.env['PATH']}`;
  return {
    server,
    desk,
    options: { cwd: desk, env: { HOME: home, PATH, REGISTRY: front.url, NO_COLOR: '1' } },
  };
};

/** From an empty folder to the very files in another one. */
const assertInstalled = async (desk: string): Promise<void> => {
  const nodes = join(desk, 'host/custom_nodes');
  assert.deepEqual(await filesIn(join(nodes, 'lab-resize')), await filesIn(join(desk, 'resize')));
  const lock = JSON.parse(await readFile(join(nodes, 'patchbay.lock'), 'utf8')) as { nodes: object };
  assert.deepEqual(Object.keys(lock.nodes), ['lab-resize']);
};

suite('the five minutes of the README', () => {
  test('without a terminal: it prints what the README shows, and the other commands run after it', async (t) => {
    const { desk, options, server } = await open(t);
    const [program = '', ...args] = bash;
    const { child, ended } = follow(program, args, options);
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /^Open .*\/device and enter the code [A-Z]{4}-[A-Z]{4}$/m);
    const printed = stdout.split(`${mark}\n`).slice(1);
    for (const [index, { prints, promise }] of steps.entries()) {
      if (prints === undefined) continue;
      const [shown, lines] = [prints.split('\n'), (printed[index] ?? '').trim().split('\n')];
      const isShown =
        lines.length === shown.length && lines.every((line, at) => matchesAnswer(shown[at] ?? '', line));
      assert.ok(
        isShown,
        `${promise}\nThe README shows\n${prints}\nbut this was printed\n${lines.join('\n')}`,
      );
    }
    await assertInstalled(desk);
    assert.equal((await server.anonymous.get('/nodes/lab-resize/install')).json.version, '1.0.0');

    const cli = await openCli(t, { url: server.url, token: (await server.user('ada')).bearer });
    assert.ok(others.length > 5);
    const questions: Readonly<Partial<Record<string, readonly (readonly [string, string])[]>>> = {
      delete: [['Type lab-resize@1.0.0', 'lab-resize@1.0.0']],
      deprecate: [['Why', 'Use 2.0.0.']],
    };
    for (const words of others) {
      const answers = questions[words[0] ?? ''] ?? [];
      const other = await cli.inTerminal(words, { answers, context: { cwd: desk } });
      assert.equal(other.code, 0, `${words.join(' ')}: ${other.stderr}`);
    }
  });

  test('in a terminal: the same lines are on the screen, among those that pass', async (t) => {
    const { desk, options } = await open(t);
    const { code, text } = await runProgramInPty(bash, options, [
      ['in the browser', 'n'],
      // Enter means yes.
      ['Publish these files?', ''],
    ]);
    assert.equal(code, 0, text);
    const lines = text.split(/[\r\n]+/);
    const wanted = steps.flatMap(({ prints }) => prints?.split('\n') ?? []);
    for (const shown of wanted) {
      const at = lines.findIndex((line) => matchesAnswer(shown, line));
      assert.ok(at >= 0, `"${shown}" is not on the screen:\n${text}`);
      lines.splice(0, at + 1);
    }
    assert.match(text, /Uploading: 100 %/);
    await assertInstalled(desk);
  });
});
