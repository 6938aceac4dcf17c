import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { matchesAnswer } from './matches-answer.ts';
import { readSteps } from './read-steps.ts';
import { inRepository, readDoc, section } from './repository.ts';

const page = 'docs/tutorial.md';
const title = 'The session';
const steps = readSteps(page, title);

/** Ends the output of each step; nothing a step prints holds it. */
const mark = '\0';
const script = steps.map(({ commands }) => `${commands}printf '\\0'\n`).join('');

suite('the tutorial', () => {
  let folder: string;
  let server: ChildProcess | undefined;
  let printed: string[];

  before(async () => {
    assert.equal(
      spawnSync('zip', ['-v']).error,
      undefined,
      'The session needs the zip program; install it (apt-get install zip, brew install zip).',
    );
    folder = await mkdtemp(join(tmpdir(), 'patchbay-tutorial-'));
    server = spawn(process.execPath, [inRepository('packages/server/dist/patchbay-server.js'), 'serve'], {
      env: { PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const registry = await addressOf(server);
    const desk = join(folder, 'desk');
    await mkdir(desk);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: desk,
      env: { ...process.env, REGISTRY: registry },
      timeout: 60_000,
    });
    printed = stdout.split(mark);
  });

  after(async () => {
    if (server === undefined) return;
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    await rm(folder, { recursive: true });
    assert.equal(code, 0, 'SIGTERM ends the server in order');
  });

  for (const [index, { promise, prints = '' }] of steps.entries()) {
    test(promise, () => {
      const shown = prints.split('\n');
      const lines = (printed[index] ?? '').trim().split('\n');
      assert.ok(
        lines.length === shown.length && lines.every((line, at) => matchesAnswer(shown[at] ?? '', line)),
        `the tutorial shows\n${prints}\nbut this was printed\n${lines.join('\n')}`,
      );
    });
  }

  test('has every promised step', () => {
    assert.equal(steps.length, section(readDoc(page), title).split('```bash').length - 1);
    const outside = script.replace(/^REGISTRY=.*$/m, '');
    assert.doesNotMatch(outside, /localhost|127\.0\.0\.1/, 'one variable says where the registry is');
  });
});

const addressOf = async (process: ChildProcess): Promise<string> => {
  assert.ok(process.stdout);
  for await (const line of createInterface(process.stdout)) {
    const address = /^Patchbay listens on (\S+), its data lies in /.exec(line)?.[1];
    assert.ok(address, line);
    return address;
  }
  throw new Error('the server ended before it listened');
};
