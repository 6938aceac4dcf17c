import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { writeFiles } from '../support/make-folder.ts';
import { makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

const url = 'http://127.0.0.1:9';

suite('patchbay pack', () => {
  test('--json: a zip of its name, and the same bytes again although it lies in the folder', async (t) => {
    const cli = await openCli(t, { url });
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada' });
    const first = await cli.json(['pack', folder]);
    assert.equal(first.code, 0, JSON.stringify(first.result));
    const { file, bytes, sha256 } = first.result.data.package;
    assert.equal(file, join(cli.cwd, 'tools-1.0.0.zip'));
    assert.equal((await readFile(file)).length, bytes);
    for (const out of ['tools-1.0.0.zip', 'other.zip', 'other.zip']) {
      const { result } = await cli.json(['pack', folder, '--out', join(folder, out)]);
      assert.equal(result.data.package.sha256, sha256);
    }
  });

  test('--list: each file with the rule that decided, and nothing is written', async (t) => {
    const cli = await openCli(t, { url });
    const files = {
      '.comfyignore': 'tests/\nsecret.py\n',
      'tests/a.py': '',
      'user.py': 'from . import secret\n',
      'secret.py': '',
    };
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada', files });
    const { code, stdout } = await cli.inTerminal(['pack', folder, '--list']);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      `in   .comfyignore    by default
in   __init__.py     by default
in   pyproject.toml  by default
out  secret.py       .comfyignore:2 secret.py
out  tests/          .comfyignore:1 tests/
in   user.py         by default
tools 1.0.0: 4 files
Warning: user.py:1 imports secret.py, which is left out (.comfyignore:2 secret.py).
`,
    );
    await assert.rejects(readFile(join(cli.cwd, 'tools-1.0.0.zip')), { code: 'ENOENT' });
  });

  test('what Windows cannot hold is a warning, and what no zip holds is an error', async (t) => {
    const cli = await openCli(t, { url });
    const files = { 'web/aux.js': '' };
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada', files });
    const { code, result } = await cli.json(['pack', folder]);
    assert.equal(code, 0);
    const warnings = ['web/aux.js has a name that Windows cannot hold. Rename it.'];
    assert.deepEqual(result.data.warnings, warnings);
    await writeFiles(folder, { 'a:b.txt': '' });
    const refused = await cli.json(['pack', folder]);
    assert.deepEqual([refused.code, refused.result.error.details[0].path], [1, 'a:b.txt']);
    const listed = await cli.json(['pack', folder, '--list']);
    assert.match(listed.result.data.warnings[0], /^a:b\.txt: Windows can hold no name with a ":"/);
  });

  test('--out -: the bytes alone on standard output', async (t) => {
    const cli = await openCli(t, { url });
    const folder = await makeProject(cli.cwd, {
      nodeId: 'tools',
      publisherId: 'ada',
      files: { 'aux.js': '' },
    });
    const { result } = await cli.json(['pack', folder]);
    const { code, stdout, stderr } = await cli.run(['pack', folder, '--out', '-']);
    assert.equal(code, 0);
    assert.equal(Buffer.from(stdout, 'latin1').compare(await readFile(result.data.package.file)), 0);
    assert.match(stderr, /^Warning: aux\.js has a name/);
    assert.match(
      (await cli.inTerminal(['pack', folder, '--out', '-'])).stderr,
      /A terminal cannot show a zip/,
    );
    assert.equal((await cli.json(['pack', folder, '--out', '-'])).code, 2);
  });

  test('a name that is no file name is none', async (t) => {
    const cli = await openCli(t, { url });
    await writeFiles(cli.cwd, { 'pyproject.toml': '[project]\nname = "../../tools"\nversion = "1/0"\n' });
    const { result } = await cli.json(['pack']);
    assert.equal(result.data.package.file, join(cli.cwd, '..-..-tools-1-0.zip'));
  });

  test('a link where the zip goes is replaced, and what it leads to stays', async (t) => {
    const cli = await openCli(t, { url });
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada' });
    await writeFiles(cli.cwd, { mine: 'mine' });
    await symlink('mine', join(cli.cwd, 'tools-1.0.0.zip'));
    assert.equal((await cli.json(['pack', folder])).code, 0);
    assert.ok((await lstat(join(cli.cwd, 'tools-1.0.0.zip'))).isFile());
    assert.equal(await readFile(join(cli.cwd, 'mine'), 'utf8'), 'mine');
    assert.deepEqual((await readdir(cli.cwd)).toSorted(), ['mine', 'tools', 'tools-1.0.0.zip']);
  });

  test('--out: a pipe is written into, and what a link leads to is replaced', async (t) => {
    const cli = await openCli(t, { url });
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada' });
    const usual = (await cli.json(['pack', folder])).result.data.package;
    execFileSync('mkfifo', [join(cli.cwd, 'pipe')]);
    const received = readFile(join(cli.cwd, 'pipe'));
    const piped = await cli.json(['pack', folder, '--out', 'pipe']);
    assert.deepEqual([piped.code, piped.result.data.package.sha256], [0, usual.sha256]);
    assert.deepEqual(await received, await readFile(usual.file));
    assert.ok((await lstat(join(cli.cwd, 'pipe'))).isFIFO());
    for (const [link, target] of Object.entries({ old: 'old.zip', new: 'new.zip' })) {
      if (link === 'old') await writeFiles(cli.cwd, { [target]: 'before' });
      await symlink(target, join(cli.cwd, link));
      assert.equal((await cli.json(['pack', folder, '--out', link])).code, 0);
      assert.ok((await lstat(join(cli.cwd, link))).isSymbolicLink());
      assert.deepEqual(await readFile(join(cli.cwd, target)), await readFile(usual.file));
    }
  });

  test('1: --out in a folder that is not there', async (t) => {
    const cli = await openCli(t, { url });
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada' });
    const { code, result } = await cli.json(['pack', folder, '--out', 'nowhere/x.zip']);
    assert.deepEqual([code, result.error.code], [1, 'file_error']);
    assert.equal(result.error.message, `There is no folder ${join(cli.cwd, 'nowhere')}.`);
  });

  test('2: there is no project', async (t) => {
    const cli = await openCli(t, { url });
    const { code, result } = await cli.json(['pack']);
    assert.deepEqual([code, result.error.code], [2, 'no_project']);
    assert.match(result.error.next, /patchbay init/);
  });
});
