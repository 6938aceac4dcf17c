import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProcessStarter } from '../../src/packages/process-starter.ts';
import { ReaderProcess } from '../../src/packages/reader-process.ts';
import { type Sandbox, findSandbox } from '../../src/packages/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Targets } from './entries/compromised.ts';

const entry = fileURLToPath(new URL('./entries/compromised.ts', import.meta.url));

/** Something of everything that a server has and that a reader must not reach. */
const openTargets = async (t: TestContext): Promise<Targets> => {
  const folder = await temporaryFolder(t);
  const names = ['secret', 'registry.db', 'another-package.zip'];
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'of others', { mode: 0o600 })));
  const listen = async (to: string | number): Promise<AddressInfo | string | null> => {
    // A reader that gets this far is killed with its connection open.
    const server = createServer((socket) => socket.on('error', () => undefined).end('of others')).listen(to);
    t.after(() => server.close());
    await once(server, 'listening');
    return server.address();
  };
  const { port } = (await listen(0)) as AddressInfo;
  const socketPath = join(folder, 'socket');
  await listen(socketPath);
  const abstractSocket = `\0${socketPath}`;
  await listen(abstractSocket);
  const { pid } = process;
  return {
    files: [
      ...names.map((name) => join(folder, name)),
      '/etc/passwd',
      `/proc/${pid}/environ`,
      `/proc/${pid}/maps`,
      '/proc/self/environ',
    ],
    folders: [folder, `/proc/${pid}/fd`, '/etc', '/proc', '/usr/share'],
    serverPid: pid,
    port,
    socketPath,
    abstractSocket,
    codeFolder: dirname(entry),
  };
};

interface Outcomes {
  others: Record<string, string>;
  own: Record<string, string>;
}

const attack = async (t: TestContext, sandbox: Sandbox): Promise<Outcomes> => {
  const data = await openTargets(t);
  const folder = await temporaryFolder(t);
  const path = join(folder, 'package.zip');
  await writeFile(path, 'its own');
  const starter = new ProcessStarter();
  t.after(() => starter.close());
  const reader = await ReaderProcess.start({ starter, sandbox, entry, folder });
  t.after(() => reader.end());
  await reader.give(path);
  const { last } = await reader.run({ name: 'check', data }, { processorMs: 60_000, waitMs: 60_000 });
  assert.ok('value' in last, JSON.stringify(last));
  return last.value as Outcomes;
};

const done = (outcomes: Record<string, string>): string[] =>
  Object.entries(outcomes)
    .filter(([, outcome]) => !outcome.startsWith('refused'))
    .map(([name]) => name);

suite('a reader that its package has taken over', async () => {
  const sandbox = await findSandbox();
  const skip = sandbox.missing === undefined ? false : `no namespaces here: ${sandbox.missing}`;

  test('reaches nothing of others', { skip }, async (t) => {
    const { others, own } = await attack(t, sandbox);
    assert.ok(Object.keys(others).length > 25);
    assert.deepEqual([...done(others), ...done(own)], []);
  });

  test(
    'reaches nothing of others with native code either, which no permission of the runtime stops',
    { skip },
    async (t) => {
      const { others } = await attack(t, {
        ...sandbox,
        command: (...launch) => {
          const [program, ...args] = sandbox.command(...launch);
          return [program, ...args.filter((arg) => !/^--(?:permission|allow-)/.test(arg))];
        },
      });
      assert.deepEqual(done(others), []);
    },
  );

  test('can do hardly more where the system has no namespaces', async (t) => {
    const { others, own } = await attack(t, await findSandbox({ isIsolated: false }));
    assert.deepEqual(done(own), []);
    // The runtime has no permission for sockets and signals.
    const open = /^(?:connect|send|signal|slow)/;
    assert.deepEqual(
      done(others).filter((name) => !open.test(name)),
      [],
    );
  });
});
