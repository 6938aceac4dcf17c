import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { ReaderProcess } from '../../src/packages/reader-process.ts';
import { type Sandbox, findSandbox } from '../../src/packages/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bundleEntry } from './bundle-entry.ts';
import { plenty, publishedAs } from './support.ts';
import type { Outcome, Targets } from './entries/compromised.ts';

/** Something of everything that a server has and that a reader must not reach. */
const openTargets = async (t: TestContext, codeFolder: string): Promise<Targets> => {
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
    codeFolder,
  };
};

interface Outcomes {
  others: Outcome;
  own: Outcome;
}

const attack = async (t: TestContext, sandbox: Sandbox): Promise<Outcomes> => {
  const entry = await bundleEntry(t, 'compromised.ts');
  const targets = await openTargets(t, dirname(entry));
  const folder = await temporaryFolder(t);
  const path = join(folder, 'package.zip');
  await writeFile(path, 'its own');
  const reader = await ReaderProcess.start(sandbox.command(entry), folder);
  t.after(() => reader.end());
  const published = { ...publishedAs('node'), targets };
  const said = await reader.read({ path, sha256: hash('sha256', 'its own'), published }, plenty).then(
    () => assert.fail('it read the package'),
    (error: Error) => error.message,
  );
  return JSON.parse(said) as Outcomes;
};

suite('a reader that its package has taken over', async () => {
  const sandbox = await findSandbox();
  const skip = sandbox.missing === undefined ? false : `no namespaces here: ${sandbox.missing}`;

  test('reaches nothing of others', { skip }, async (t) => {
    const { others, own } = await attack(t, sandbox);
    assert.ok(others.tried > 25);
    assert.deepEqual([...others.done, ...own.done], []);
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
      assert.deepEqual(others.done, []);
    },
  );

  test('can do hardly more where the system has no namespaces', async (t) => {
    const { others, own } = await attack(t, await findSandbox({ isIsolated: false }));
    assert.deepEqual(own.done, []);
    // The runtime has no permission for sockets and signals.
    const open = /^(?:connect|send|signal|slow)/;
    assert.deepEqual(
      others.done.filter((name) => !open.test(name)),
      [],
    );
  });
});
