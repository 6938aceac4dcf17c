import assert from 'node:assert/strict';
import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { writeFiles } from '../support/make-folder.ts';
import { openCli } from '../support/open-cli.ts';

const url = 'http://127.0.0.1:9';
const toml = `# Ours.
[project]  # all of it
name="tools"
version  =  '1.2.3'   # raise me\r

[tool.comfy]
PublisherId = "ada"
version_note = "1.2.3"
`;

suite('patchbay version', () => {
  test('raises a part, and leaves the rest of the file as it is', async (t) => {
    const cli = await openCli(t, { url });
    await writeFiles(cli.cwd, { 'pyproject.toml': toml });
    const read = (): Promise<string> => readFile(join(cli.cwd, 'pyproject.toml'), 'utf8');
    for (const [change, after] of [
      ['patch', '1.2.4'],
      ['minor', '1.3.0'],
      ['major', '2.0.0'],
      ['3.0.0-rc.1', '3.0.0-rc.1'],
      ['patch', '3.0.0'],
    ] as const) {
      const { code, result } = await cli.json(['version', change]);
      assert.deepEqual([code, result.data.version], [0, after], JSON.stringify(result));
      assert.equal(await read(), toml.replace("'1.2.3'", `'${after}'`));
    }
    assert.equal((await cli.inTerminal(['version'])).stdout, '3.0.0\n');
    assert.match(
      (await cli.inTerminal(['version', 'minor'])).stdout,
      /^3\.0\.0 → 3\.1\.0, in .*pyproject\.toml\n$/,
    );
  });

  test('line ends, a byte order mark, the rights of the file and a link to it stay', async (t) => {
    const cli = await openCli(t, { url });
    const ofWindows = `\u{feff}${toml.replaceAll(/\r?\n/g, '\r\n').replace('# Ours.\r\n', '')}`;
    await writeFiles(cli.cwd, { 'shared.toml': ofWindows });
    await chmod(join(cli.cwd, 'shared.toml'), 0o660);
    await symlink('shared.toml', join(cli.cwd, 'pyproject.toml'));
    const { code, result } = await cli.json(['version', 'patch']);
    assert.deepEqual([code, result.data?.version], [0, '1.2.4'], JSON.stringify(result));
    const read = await readFile(join(cli.cwd, 'shared.toml'), 'utf8');
    assert.equal(read, ofWindows.replace("'1.2.3'", "'1.2.4'"));
    assert.equal((await stat(join(cli.cwd, 'shared.toml'))).mode & 0o777, 0o660);
    assert.ok((await lstat(join(cli.cwd, 'pyproject.toml'))).isSymbolicLink());
  });

  test('in the file that pyproject.toml names, whatever its encoding', async (t) => {
    const cli = await openCli(t, { url });
    const source = Buffer.from(
      '# -*- coding: latin-1 -*-\n# caf\xe9\nVERSIONS = "1.0"\n__version__: str = "1.0"  # x\n',
      'latin1',
    );
    await writeFiles(cli.cwd, {
      'node/about.py': source,
      'node/pyproject.toml':
        '[project]\nname = "tools"\ndynamic = ["version"]\n[tool.comfy]\nPublisherId = "ada"\nversion.path = "about.py"\n',
    });
    const { code, stdout } = await cli.run(['version', 'minor', '--folder', 'node']);
    assert.equal(code, 0);
    assert.match(stdout, /^1\.0 → 1\.1\.0, in .*about\.py\n$/);
    const changed = await readFile(join(cli.cwd, 'node/about.py'), 'latin1');
    assert.equal(changed, source.toString('latin1').replace('= "1.0"  #', '= "1.1.0"  #'));
  });

  test('what is no version, and what cannot be changed, is left alone', async (t) => {
    const cli = await openCli(t, { url });
    await writeFiles(cli.cwd, { 'pyproject.toml': toml });
    for (const change of ['v2.0.0', '2.0', 'nonsense']) {
      assert.equal((await cli.json(['version', change])).result.error.code, 'usage');
    }
    const largest = toml.replace('1.2.3', '9007199254740991.0.0');
    await writeFiles(cli.cwd, { 'pyproject.toml': largest });
    const { error } = (await cli.json(['version', 'major'])).result;
    assert.equal(error.code, 'invalid_project');
    assert.match(error.message, /^The major part of "9007199254740991\.0\.0" cannot be raised/);
    assert.equal(await readFile(join(cli.cwd, 'pyproject.toml'), 'utf8'), largest);
    const inline = 'project = { name = "tools", version = "1.0.0" }\n';
    await writeFiles(cli.cwd, { 'pyproject.toml': inline });
    const { result } = await cli.json(['version', 'patch']);
    assert.equal(result.error.code, 'invalid_project');
    assert.match(result.error.next, /Write 1\.0\.1 there by hand/);
    assert.equal(await readFile(join(cli.cwd, 'pyproject.toml'), 'utf8'), inline);
  });
});
