import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import type { CliError } from '../../src/errors.ts';
import { readPrivateJson } from '../../src/settings/read-private-json.ts';
import { writePrivateJson } from '../../src/settings/write-private-json.ts';

const linux = { platform: 'linux' } as const;

const codeOf = async (path: string): Promise<string | undefined> => {
  try {
    await readPrivateJson(linux, path);
    return undefined;
  } catch (error) {
    return (error as CliError).code;
  }
};

suite('a file that only the user can open', () => {
  test('is read as it was written, and nothing else is left in its folder', async (t) => {
    const folder = join(await temporaryFolder(t), 'a', 'b');
    const path = join(folder, 'file.json');
    assert.equal(await readPrivateJson(linux, path), undefined);
    for (const token of ['one', 'two']) {
      await writePrivateJson(path, { token });
      assert.deepEqual(await readPrivateJson(linux, path), { token });
    }
    assert.deepEqual(await readdir(folder), ['file.json']);
  });

  test('is private even where its folder was open before', async (t) => {
    const folder = join(await temporaryFolder(t), 'open');
    await mkdir(folder, { mode: 0o755 });
    await writePrivateJson(join(folder, 'file.json'), {});
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, 'file.json'))).mode & 0o777, 0o600);
  });

  test('is not read if others can open it', async (t) => {
    const path = join(await temporaryFolder(t), 'file.json');
    await writePrivateJson(path, { token: 'one' });
    for (const mode of [0o644, 0o640, 0o604, 0o602]) {
      await chmod(path, mode);
      assert.equal(await codeOf(path), 'exposed_credentials', mode.toString(8));
    }
    assert.deepEqual(await readPrivateJson({ platform: 'win32' }, path), { token: 'one' });
  });

  test('is refused if it is damaged, too large, a folder or a pipe, without repeating what is in it', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'file.json');
    for (const text of [
      '',
      '{"token": "secret',
      '"secret"',
      'null',
      `{"token":"${'secret'.repeat(20_000)}"}`,
    ]) {
      await writeFile(path, text, { mode: 0o600 });
      await assert.rejects(readPrivateJson(linux, path), (error: CliError) => {
        assert.equal(error.code, 'invalid_setting');
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    }
    const others = [join(folder, 'folder'), join(folder, 'pipe')] as const;
    await mkdir(others[0], { mode: 0o755 });
    execFileSync('mkfifo', [others[1]]);
    for (const other of [folder, ...others]) assert.equal(await codeOf(other), 'invalid_setting', other);
  });
});
