import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import { InstallFolder } from '../../src/install/install-folder.ts';
import type { InstalledNode } from '../../src/install/installed-node.ts';
import { filesIn } from '../support/files-in.ts';

const nodeOf = (version: string): InstalledNode => ({
  registry: 'https://registry.example',
  version,
  sha256: version.repeat(64).slice(0, 64),
  bytes: 1,
  files: new Map([['a.py', version.repeat(64).slice(0, 64)]]),
});
const one = nodeOf('1');
const two = nodeOf('2');
const work = '.patchbay.disabled';

const stage = async (folder: InstallFolder, content: string): Promise<string> => {
  const staged = folder.stage();
  await mkdir(staged);
  await writeFile(join(staged, 'a.py'), content);
  return staged;
};

suite('install-folder', () => {
  const openWith = async (t: Parameters<typeof temporaryFolder>[0]) => {
    const path = await temporaryFolder(t);
    await using folder = await InstallFolder.open(path);
    await folder.place('node', one, await stage(folder, 'one'));
    return path;
  };

  test('only one process has it, until it ends', async (t) => {
    const path = await openWith(t);
    const held = await InstallFolder.open(path);
    await assert.rejects(InstallFolder.open(path), { code: 'folder_busy' });
    await held[Symbol.asyncDispose]();
    await (await InstallFolder.open(path))[Symbol.asyncDispose]();
  });

  test('the lock file is sorted, and the same for the same nodes', async (t) => {
    const write = async (ids: readonly string[]) => {
      const path = await temporaryFolder(t);
      await using folder = await InstallFolder.open(path);
      await Promise.all(ids.map(async (id) => folder.place(id, one, await stage(folder, id))));
      return await readFile(join(path, 'patchbay.lock'), 'utf8');
    };
    const text = await write(['b', 'A', 'c']);
    assert.equal(await write(['c', 'b', 'A']), text);
    assert.deepEqual(Object.keys(JSON.parse(text).nodes), ['A', 'b', 'c']);
  });

  /** What a process that was killed between two steps of a replacement leaves. */
  const leave = async (path: string, step: object, names: { staged?: string; old?: string }) => {
    await writeFile(join(path, work, 'step.json'), JSON.stringify(step));
    if (names.old !== undefined) await rename(join(path, 'node'), join(path, work, names.old));
    if (names.staged !== undefined) {
      await mkdir(join(path, names.staged));
      await writeFile(join(path, names.staged, 'a.py'), 'two');
    }
  };
  const staged = '00000000-0000-0000-0000-000000000001';
  const old = '00000000-0000-0000-0000-000000000002';
  const replacing = { id: 'node', node: { ...two, files: [...two.files] }, staged, old };
  const cases: [
    name: string,
    step: object,
    left: Parameters<typeof leave>[2],
    content: string | undefined,
  ][] = [
    ['before the old folder is moved', replacing, { staged: join(work, staged) }, 'one'],
    ['between the old folder and the new one', replacing, { old, staged: join(work, staged) }, 'one'],
    ['before the lock file is written', replacing, { old, staged: 'node' }, 'two'],
    ['before a folder is removed', { id: 'node', old }, {}, 'one'],
    ['before a removal is recorded', { id: 'node', old }, { old }, undefined],
  ];
  for (const [name, step, left, content] of cases) {
    test(`a process killed ${name}: the node is whole, and as the lock file says`, async (t) => {
      const path = await openWith(t);
      await leave(path, step, left);
      await using folder = await InstallFolder.open(path);
      const expected = { one, two }[content ?? ''];
      assert.deepEqual(folder.nodes.get('node')?.version, expected?.version);
      assert.deepEqual(await readdir(join(path, work)), ['held.db']);
      const { nodes } = JSON.parse(await readFile(join(path, 'patchbay.lock'), 'utf8'));
      assert.equal(nodes.node?.version, expected?.version);
      if (content !== undefined) assert.deepEqual(await filesIn(join(path, 'node')), { 'a.py': content });
    });
  }

  test('a step that leads out of the folder is not taken', async (t) => {
    const path = await openWith(t);
    for (const step of [
      { ...replacing, staged: '../..' },
      { ...replacing, old: '../x' },
      { id: '../x', old },
    ]) {
      await writeFile(join(path, work, 'step.json'), JSON.stringify(step));
      await assert.rejects(InstallFolder.open(path), { code: 'invalid_lock' });
    }
  });
});
