import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { makeFolder } from '../support/make-folder.ts';
import { openCli } from '../support/open-cli.ts';

/** The command needs no registry. */
const url = 'http://127.0.0.1:9';

const open = async (t: TestContext, files: Record<string, string> = {}) => {
  const folder = await makeFolder(t, files);
  const cli = await openCli(t, { url });
  return { cli, folder, toml: () => readFile(join(folder, 'pyproject.toml'), 'utf8') };
};

suite('patchbay init', () => {
  test('--json: a new file from flags, with the requirements that are there', async (t) => {
    const { cli, folder, toml } = await open(t, {
      'requirements.txt':
        '-r more.txt\nnumpy>=1.26  # fast\n\npillow \\\n  >=10\n--index-url https://example.org\n',
    });
    const { code, result } = await cli.json([
      'init',
      folder,
      '--id=image-tools',
      '--publisher=ada',
      '--name=Image tools',
      '--license=MIT',
    ]);
    assert.equal(code, 0, JSON.stringify(result));
    assert.equal(result.data.is_new, true);
    assert.equal(
      await toml(),
      `[project]
name = "image-tools"
version = "1.0.0"
license = "MIT"
dependencies = [ "numpy>=1.26", "pillow >=10" ]

[tool.patchbay]
PublisherId = "ada"
DisplayName = "Image tools"
`,
    );
  });

  test('in a terminal: it asks for the two ids, and proposes the name of the folder', async (t) => {
    const { cli, folder, toml } = await open(t);
    const { code, stdout } = await cli.inTerminal(['init', folder], {
      answers: [
        ['Id of the node', 'tools'],
        ['Id of the publisher', 'ada'],
      ],
    });
    assert.equal(code, 0);
    assert.match(stdout, /pyproject\.toml is written:\n.*project\.name +tools/s);
    assert.match(await toml(), /PublisherId = "ada"/);
  });

  test("a project made for a host's tools is completed in their table, and its empty values are filled", async (t) => {
    const before = `[project]
name = "image-tools" # the id
description = ""
version = "1.0.0"
dependencies = []
license = {file = "LICENSE"}

[project.urls]
Repository = "https://example.org/image-tools"
#  Used by Comfy Registry https://comfyregistry.org

[tool.comfy]
PublisherId = "" # of the registry
DisplayName = "image-tools"
Icon = ""
`;
    const { cli, folder, toml } = await open(t, { 'pyproject.toml': before });
    const { code, result } = await cli.json([
      'init',
      folder,
      '--publisher',
      'ada',
      '--license',
      'MIT',
      '--id',
      'image-tools',
    ]);
    assert.equal(code, 2, 'the license is there in another form');
    assert.match(
      result.error.message,
      /--license is "MIT", but pyproject\.toml has another project\.license/,
    );
    const done = await cli.json(['init', folder, '--publisher', 'ada']);
    assert.deepEqual(done.result.data.added, [{ key: 'tool.comfy.PublisherId', value: 'ada' }]);
    assert.equal(await toml(), before.replace('PublisherId = ""', 'PublisherId = "ada"'));
    const again = await cli.run(['init', folder]);
    assert.match(again.stdout, /has all that is needed/);
  });

  test('what is dynamic is not added', async (t) => {
    const { cli, folder } = await open(t, {
      'pyproject.toml': '[project]\nname = "tools"\ndynamic = ["version", "dependencies"]\n',
      'requirements.txt': 'numpy\n',
    });
    const { result } = await cli.json(['init', folder, '--publisher', 'ada']);
    assert.deepEqual(result.data.added, [{ key: 'tool.patchbay.PublisherId', value: 'ada' }]);
  });

  test('2: without a terminal, what is missing names its flag, and nothing is written', async (t) => {
    const { cli, folder, toml } = await open(t);
    for (const [args, flag] of [
      [[], '--id'],
      [['--id', 'tools'], '--publisher'],
      [['--id', '_tools', '--publisher', 'ada'], '--id'],
      [['--id', 'install', '--publisher', 'ada'], 'none of the words search, reindex, install, versions.'],
      [['--id', 'tools', '--publisher', 'Ada'], '--publisher'],
      [
        ['--id', 'tools', '--publisher', 'ada', '--release', '01.0'],
        '--release: "01.0" cannot be published.',
      ],
      [['--id', 'tools', '--publisher', 'ada', '--repository', 'ftp://a'], '--repository: '],
      [['--id', 'tools', '--publisher', 'ada', '--name', 'x'.repeat(201)], '--name: '],
    ] as const) {
      const { code, stderr } = await cli.run(['init', folder, ...args]);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(flag), stderr);
    }
    await assert.rejects(toml(), { code: 'ENOENT' });
  });

  test('1: a file that cannot be completed stays as it is, and the lines to add are named', async (t) => {
    const before = 'project = { name = "tools" }\n';
    const { cli, folder, toml } = await open(t, { 'pyproject.toml': before });
    const { code, result } = await cli.json(['init', folder, '--publisher', 'ada']);
    assert.deepEqual([code, result.error.code], [1, 'invalid_project']);
    assert.match(result.error.details[0].message, /Add version = "1\.0\.0" to \[project\]/);
    assert.equal(await toml(), before);
  });

  test('1: a folder that is not there is named', async (t) => {
    const { cli } = await open(t);
    const { code, result } = await cli.json(['init', 'nowhere', '--id', 'tools', '--publisher', 'ada']);
    assert.deepEqual([code, result.error.code], [1, 'file_error']);
    assert.equal(result.error.message, `There is no folder ${join(cli.cwd, 'nowhere')}.`);
  });
});
