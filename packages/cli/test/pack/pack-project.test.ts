import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { readVerifiedArchive } from '@patchbay/inspect';
import { CliError } from '../../src/errors.ts';
import { type PackageLimits, usualLimits } from '../../src/pack/package-limits.ts';
import { packProject } from '../../src/pack/pack-project.ts';
import { readProject } from '../../src/project/read-project.ts';
import { makeFolder, writeFiles } from '../support/make-folder.ts';

const pyproject = '[project]\nname = "tools"\nversion = "1.0.0"\n';

const pack = async (t: TestContext, folder: string, limits: Partial<PackageLimits> = {}) => {
  const target = join(await makeFolder(t), 'package.zip');
  return packProject(folder, await readProject(folder), { ...usualLimits, ...limits }, target);
};

const makeProject = (t: TestContext, files: Record<string, string | Uint8Array>): Promise<string> =>
  makeFolder(t, { 'pyproject.toml': pyproject, ...files });

suite('the package of a project', () => {
  test('it is sound by the rules of the registry and holds the files as they are', async (t) => {
    const files = {
      '__init__.py': 'A = 1\n',
      'ünïcode/é.txt': 'é',
      'empty.txt': '',
      'data.bin': randomBytes(200_000),
    };
    const packed = await pack(t, await makeProject(t, files));
    await using archive = await readVerifiedArchive(packed.file, usualLimits);
    assert.deepEqual(
      [...archive.entries.keys()],
      ['__init__.py', 'data.bin', 'empty.txt', 'pyproject.toml', 'ünïcode/é.txt'],
    );
    assert.deepEqual(await archive.read('data.bin', 1_000_000), Buffer.from(files['data.bin']));
    assert.equal(packed.bytes, (await readFile(packed.file)).length);
    assert.equal(packed.unpackedBytes, 200_000 + 6 + 2 + pyproject.length);
  });

  test('the same files become the same bytes, whatever their order, times and modes', async (t) => {
    const files = { 'b.py': 'B = 1\n'.repeat(5_000), 'a.py': 'A = 1\n', 'lib/c.py': 'C = 1\n' };
    const first = await makeProject(t, files);
    const second = await makeProject(t, {});
    await writeFiles(second, Object.fromEntries(Object.entries(files).toReversed()));
    await utimes(join(second, 'a.py'), 1, 1);
    await chmod(join(second, 'b.py'), 0o755);
    const [one, other] = [await pack(t, first), await pack(t, second)];
    assert.equal(one.sha256, other.sha256);
    assert.deepEqual(await readFile(one.file), await readFile(other.file));
  });

  test('the time zone of the machine does not count', async (t) => {
    const folder = await makeProject(t, { 'a.py': 'A = 1\n' });
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    });
    const digests = new Set<string>();
    for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
      process.env['TZ'] = zone;
      digests.add((await pack(t, folder)).sha256);
    }
    assert.equal(digests.size, 1);
  });

  for (const [what, limits, message] of [
    ['files that unpack to more', { unpackedBytesMax: 50_000 }, /have 60\d+ bytes; the registry takes 50000/],
    ['a zip that is larger', { packageBytesMax: 20_000 }, /too large; the registry takes 20000/],
  ] as const) {
    test(`${what} than the registry takes: refused, with the largest files`, async (t) => {
      const folder = await makeProject(t, { 'a.py': '', 'large.bin': randomBytes(60_000) });
      await assert.rejects(pack(t, folder, limits), (error: unknown) => {
        assert.ok(error instanceof CliError, String(error));
        assert.equal(error.code, 'package_too_large');
        assert.match(error.message, message);
        assert.deepEqual(error.details?.[0], { path: 'large.bin', message: '60000 bytes' });
        return true;
      });
    });
  }

  test("a module that the package's own Python imports and that is left out is a warning", async (t) => {
    const folder = await makeProject(t, {
      '.gitignore': 'secret.py\n/vendor/\nhelpers/deep.py\nbeside.py\nunused.py\ntorch.py\n',
      '__init__.py': [
        'import os, torch.nn',
        'from . import secret',
        'from .vendor.lib import thing',
        'from .helpers import *',
        'from .helpers.deep import one',
        '"""',
        'from .unused import text',
        '"""',
      ].join('\n'),
      'secret.py': '',
      'vendor/lib.py': '',
      'helpers/__init__.py': 'from ..absent import x\nfrom ....outside import y\n',
      'helpers/deep.py': '',
      'helpers/user.py': 'def later():\n    import beside\n',
      'helpers/beside.py': '',
      'unused.py': '',
    });
    assert.deepEqual((await pack(t, folder)).warnings, [
      '__init__.py:2 imports secret.py, which is left out (.gitignore:1 secret.py).',
      '__init__.py:3 imports vendor/, which is left out (.gitignore:2 /vendor/).',
      '__init__.py:5 imports helpers/deep.py, which is left out (.gitignore:3 helpers/deep.py).',
      'helpers/user.py:2 imports helpers/beside.py, which is left out (.gitignore:4 beside.py).',
    ]);
  });
});
