import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite as plainSuite, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { NotPrivateError } from '../../src/private-files.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServer } from '../support/start-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** Each file and folder below, and the folder itself, by its path from there. */
const walk = (folder: string): string[] => [
  '.',
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted(),
];

const openToOthers = (folder: string): string[] =>
  walk(folder).filter((path) => (modeOf(join(folder, path)) & 0o077) !== 0);

/** With a umask that takes nothing away, as the most careless operator has it. */
const withoutUmask = async <T>(work: () => Promise<T>): Promise<T> => {
  const umask = process.umask(0);
  try {
    return await work();
  } finally {
    process.umask(umask);
  }
};

suiteOnBoth('private files', () => {
  test('all that a server writes is closed to other users', async (t) => {
    await withoutUmask(async () => {
      const server = await startServer(t);
      const { DATA_DIR } = server.server.context.config;
      const ada = await makePublisher(server, 'ada');
      await publishActive(server, ada, 'node', '1.0.0');
      assert.ok(walk(DATA_DIR).some((path) => path.endsWith('.zip')));
      assert.deepEqual(openToOthers(DATA_DIR), []);
    });
  });

  test('what an earlier version left open is closed at the next start', async (t) => {
    const data = await temporaryData(t);
    const folder = data.DATA_DIR;
    // Killed, so that the log of SQLite stays.
    await (await startServerProcess(data)).end('SIGKILL');
    for (const path of walk(folder)) {
      const full = join(folder, path);
      chmodSync(full, statSync(full).isDirectory() ? 0o777 : 0o666);
    }
    const server = await startServerProcess(data);
    t.after(() => server.end('SIGTERM'));
    const files =
      currentVariant().engine === 'sqlite' ? ['registry.db', 'registry.db-wal', 'registry.db-shm'] : [];
    for (const path of ['.', 'packages', 'packages/.staging'])
      assert.equal(modeOf(join(folder, path)), 0o700, path);
    for (const path of ['secret', ...files]) assert.equal(modeOf(join(folder, path)), 0o600, path);
  });
});

plainSuite('private files', () => {
  test('DATA_DIR is made with mode 0700, and one that was open is closed', async (t) => {
    const folder = join(await temporaryFolder(t), 'some', 'where');
    await withoutUmask(async () => readConfig({ DATA_DIR: folder }));
    assert.equal(modeOf(folder), 0o700);
    for (const mode of [0o755, 0o777, 0o770, 0o701]) {
      chmodSync(folder, mode);
      readConfig({ DATA_DIR: folder });
      assert.equal(modeOf(folder), 0o700);
    }
  });

  test('a shared folder such as /tmp is refused and not changed', async (t) => {
    const folder = await temporaryFolder(t);
    chmodSync(folder, 0o1777);
    assert.throws(
      () => readConfig({ DATA_DIR: folder }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(
          error.message,
          /^DATA_DIR: Other users of this machine can open .* Make the user that runs/,
        );
        return true;
      },
    );
    assert.equal(modeOf(folder), 0o1777);
  });

  test('a folder of another user is refused', async (t) => {
    // Who is not root owns no folder of root's, and root can be somebody else for a moment.
    const isRoot = process.geteuid?.() === 0;
    const folder = isRoot ? await temporaryFolder(t) : '/';
    const database = join(folder, 'registry.db');
    if (isRoot) {
      writeFileSync(database, '');
      chmodSync(database, 0o666);
      chmodSync(folder, 0o777);
    }
    const nobody = 65_534;
    if (isRoot) process.seteuid?.(nobody);
    try {
      assert.throws(() => readConfig({ DATA_DIR: folder }), ConfigError);
      if (isRoot) assert.throws(() => openEngine(`sqlite:${database}`, { connections: 1 }), NotPrivateError);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test('a folder that PACKAGES_URL names is the operator’s: a web server may read what is stored', async (t) => {
    const folder = join(await temporaryFolder(t), 'packages');
    await withoutUmask(async () => {
      const server = await startServer(t, { PACKAGES_URL: `file:${folder}` });
      const ada = await makePublisher(server, 'ada');
      await publishActive(server, ada, 'node', '1.0.0');
    });
    const [stored = ''] = walk(folder).filter((path) => path.endsWith('.zip'));
    assert.equal(modeOf(join(folder, stored)), 0o666);
    assert.equal(modeOf(join(folder, '.staging')), 0o700);
  });

  test('a database elsewhere is closed as well', async (t) => {
    const folder = await temporaryFolder(t);
    mkdirSync(join(folder, 'elsewhere'), { mode: 0o755 });
    const path = join(folder, 'elsewhere', 'other.db');
    const engine = await withoutUmask(async () => openEngine(`sqlite:${path}`, { connections: 1 }));
    t.after(() => engine.close());
    for (const file of [path, `${path}-wal`, `${path}-shm`]) assert.equal(modeOf(file), 0o600, file);
    assert.equal(modeOf(join(folder, 'elsewhere')), 0o755);
  });
});
