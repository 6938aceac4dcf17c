// What people sent to registries like this one, as it came: each folder of `fixtures/field-cases` and what becomes of it.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishPending } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { suite } from '../../server/test/support/variants.ts';
import { openCli } from './support/open-cli.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures/field-cases');

suite('the folders of field cases', async () => {
  const server = await startServer({ after });
  const mara = await makePublisher(server, 'mara');
  const cli = await openCli({ after }, { url: server.url, token: mara.token });
  const at = (...path: string[]): string => join(cli.cwd, ...path);
  // Not where they lie: a project below the top of a repository is packed by what Git tracks.
  cpSync(fixtures, cli.cwd, { recursive: true });

  const check = async (input: string): Promise<string> => {
    const { code, stdout, stderr } = await cli.run([
      'check',
      '--no-remote',
      '--publisher',
      'mara',
      at(input),
    ]);
    return `${code}: ${stdout}${stderr}`;
  };
  const checked = async (says: Readonly<Record<string, RegExp>>, folder: string): Promise<void> => {
    for (const [input, form] of Object.entries(says)) assert.match(await check(join(folder, input)), form);
  };
  const resolve = async (file: string) => (await cli.json(['resolve', at(file)])).result.data;
  const neededBy = async (file: string): Promise<string[]> =>
    (await resolve(file)).nodes.map(({ node }: { node: string }) => node);
  const publish = async (folder: string): Promise<void> => {
    const { code, stdout, stderr } = await cli.run(['publish', at(folder)]);
    assert.equal(code, 0, stdout + stderr);
  };

  for (const pack of ['dye-pack', 'ink-pack', 'wire-pack'])
    await publish(`02-frontend-only-app-nodes/packs/${pack}`);

  const cases: Readonly<Record<string, (folder: string) => Promise<void>>> = {
    '01-utf16-escapes-checks': (folder) =>
      checked(
        {
          utf8: /^1: [^]*requirements\.txt:1[^]*\(requirement-from-address\)/,
          utf16: /^1: [^]*requirements\.txt:1[^]*\(requirement-from-address\)/,
          'utf8-ps1': /^1: [^]*install\.ps1:1[^]*\(download-to-shell\)/,
          'utf16-ps1': /^1: [^]*install\.ps1:1[^]*\(download-to-shell\)/,
          'token-in-txt.zip': /^1: [^]*notes\.txt:1[^]*\(github-token\)/,
          'token-in-utf16.zip': /^1: [^]*notes\.txt:1[^]*\(github-token\)/,
          js8: /^1: [^]*web\/a\.js:3/,
        },
        folder,
      ),
    '02-frontend-only-app-nodes': async (folder) => {
      const { nodes, unknown } = await resolve(join(folder, 'workflow.json'));
      const wires = nodes.find(({ node }: { node: string }) => node === 'wire-pack');
      assert.deepEqual(
        wires.app_nodes.map(({ name, reason }: Record<string, string>) => [name, reason]),
        [
          ['SetWire', 'workflow'],
          ['GetWire', 'workflow'],
        ],
      );
      assert.deepEqual(unknown, []);
      const odd = await resolve(join(folder, 'unknown-with-origin.json'));
      assert.deepEqual(odd.nodes, []);
      assert.equal(odd.missing[0].id, 'not-there');
    },
    '03-workflow-encodings': async (folder) => {
      for (const file of ['utf8-bom.json', 'nan.json'])
        assert.deepEqual(await neededBy(join(folder, file)), ['ink-pack'], file);
    },
    '04-workflow-wrappers': async (folder) => {
      for (const file of ['output-and-workflow.json', 'prompt-body.json'])
        assert.deepEqual(await neededBy(join(folder, file)), ['ink-pack'], file);
    },
    '05-workflow-origin-ignored': async (folder) => {
      const shared = (await server.anonymous.get('/app-nodes/FieldShared/node')).json;
      assert.equal(shared.id, 'dye-pack', 'without a word of the file');
      for (const file of ['aux-id.json', 'api-meta.json'])
        assert.deepEqual(await neededBy(join(folder, file)), ['ink-pack'], file);
    },
    '07-local-check-ignores-metadata': async (folder) => {
      const says = {
        '1.0.0.post1': /project\.version: "1\.0\.0\.post1" cannot be published/,
        '1.0.0rc1': /project\.version: "1\.0\.0rc1" cannot be published\. Write a version like 1\.2\.3/,
        '1.4.03': /"1\.4\.03" cannot be published/,
        '1001-dependencies': /project\.dependencies must be a list of at most 1000/,
        'bad-id': /"[^"]+" is no id/,
        'icon-path-and-ssh-repository': /the icon must be a URL[^]*project\.urls\.Repository must be a URL/,
        'license-full-text': /project\.license must be/,
        'long-description': /project\.description must be at most 10000 characters long/,
      };
      const given = readdirSync(at(folder), { withFileTypes: true }).filter((one) => one.isDirectory());
      assert.deepEqual(given.map(({ name }) => name).toSorted(), Object.keys(says).toSorted());
      for (const [input, form] of Object.entries(says)) {
        const said = await check(join(folder, input));
        assert.match(said, /^1: [^]*refused {2}/);
        assert.match(said, form);
        const { code } = await cli.run(['publish', '--yes', at(folder, input)]);
        assert.equal(code, 1, `${input} is refused by the publish`);
      }
    },
    '08-declared-encodings': async (folder) => {
      for (const [input, name] of [
        ['h-gbk-declared', '墨水'],
        ['h3-cp932-declared', 'インク'],
      ] as const) {
        const { result } = await cli.json(['check', '--no-remote', at(folder, input)]);
        assert.deepEqual(result.data.extraction.app_nodes, [name]);
      }
    },
    '09-unloadable-python-is-certain': async (folder) => {
      cpSync(at(folder, 'undecodable-docstring/pyproject.toml'), at(folder, 'py2-print/pyproject.toml'));
      for (const [input, place] of [
        ['py2-print', /warning {2}__init__\.py:9 {2}is not valid Python: print "hi"$/m],
        ['undecodable-docstring', /warning {2}dye\.py:2 {2}is not valid Python: /m],
      ] as const) {
        assert.match(await check(join(folder, input)), place);
        const { result } = await cli.json(['check', '--no-remote', at(folder, input)]);
        assert.ok(result.data.extraction.confidence < 1, input);
      }
    },
    '10-check-hides-import-problems': (folder) =>
      checked(
        {
          'missing-module': /^0: [^]*__init__\.py:1 {2}imports \.missing_mod, which is not in the package/,
          'submodule-empty.zip': /^0: [^]* is a submodule of Git, and the package holds nothing of it/,
        },
        folder,
      ),
    '11-nested-top-folder': async (folder) => {
      const { signedUrl } = await publishPending(mara, 'arc-nested', '1.0.0');
      const sent = await server.anonymous.upload(signedUrl, readFileSync(at(folder, 'repository-main.zip')));
      assert.equal(sent.status, 200, sent.text);
      await server.settle();
      const { json } = await mara.owner.get('/nodes/arc-nested/versions/1.0.0/findings');
      assert.equal(json.status, 'NodeVersionStatusFlagged');
      assert.deepEqual([json.findings[0].rule, json.findings[0].file], ['nothing-at-root', 'arc-x-main/']);
    },
    '12-names-windows-cannot-hold': (folder) =>
      checked(
        {
          'reserved.zip': /^0: [^]*aux\/x\.py[^]*no-name-for-windows[^]*web\/con\.js[^]*no-name-for-windows/,
          'winbad.zip': /^0: [^]*web\/a\?b\.js[^]*web\/c\|d\.js[^]*web\/star\*\.js/,
        },
        folder,
      ),
    '13-git-folder-with-credentials': (folder) =>
      checked({ 'dotgit-extraheader.zip': /^1: [^]*\.git\/config:\d+[^]*\(git-credentials\)/ }, folder),
    '14-token-with-newline': async (folder) => {
      const env = { PATCHBAY_TOKEN: `  ${mara.token}\n` };
      const { code, stdout, stderr } = await cli.run(['publish', at(folder, 'project')], { env });
      assert.doesNotMatch(stdout + stderr, /token/);
      assert.equal(code, 0, stdout + stderr);
    },
    '15-init-requirements': async (folder) => {
      const kept: Record<string, readonly [kept: string[], leftOut: string[]]> = {};
      for (const input of ['utf16', 'cr', 'git-colon', 'mixed']) {
        rmSync(at(folder, input, 'pyproject.toml'));
        const { result } = await cli.json(['init', at(folder, input), '--id=x', '--publisher=mara']);
        const added: { key: string; value: string[] }[] = result.data.added;
        const { value = [] } = added.find(({ key }) => key === 'project.dependencies') ?? {};
        kept[input] = [value, result.data.left_out];
      }
      assert.deepEqual(kept, {
        utf16: [['numpy', 'pillow'], []],
        cr: [['numpy', 'pillow'], []],
        'git-colon': [
          ['numpy'],
          ['git+ssh://git@git.example.org/mara/x.git', '"quoted>=1"', 'foo>=1,', 'bar=1.0', 'baz 1.0'],
        ],
        mixed: [
          [
            'numpy>=1.24',
            'pillow==10.3.0',
            'paint2 @ git+https://git.example.org/mara/paint2.git#subdirectory=py',
            'onnxruntime-gpu; sys_platform != "darwin"',
            'transformers[torch,sentencepiece] >= 4.40 , < 5',
            'torch',
            'scipy',
          ],
          [
            '--extra-index-url https://wheels.example.org/cu121',
            '-r more.txt',
            '-c limits.txt',
            '-e ./vendored',
            '-e git+https://git.example.org/mara/tiles.git#egg=tiles',
            'git+https://git.example.org/mara/paint.git@v1.2#egg=paint&subdirectory=py',
            'https://files.example.org/ink-1.0-py3-none-any.whl',
            './wheels/local-1.0-py3-none-any.whl',
            'opencv-python#not a comment',
          ],
        ],
      });
    },
    '16-version-file': (folder) =>
      checked(
        {
          'bom-crlf-version-file': /^0: [^]* 2\.3\.4: The checks pass/,
          'path-is-folder': /^1: [^]*pkg is a folder\. Name a file in it/,
        },
        folder,
      ),
    '17-dynamic-version-hint': (folder) =>
      checked(
        {
          'hatch-path': /^1: [^]*Only the file that path in \[tool\.comfy\.version\] names is read/,
          'setuptools-attr': /^1: [^]*Only the file that path in \[tool\.comfy\.version\] names is read/,
        },
        folder,
      ),
    '18-pyproject-not-utf8': (folder) =>
      checked(
        {
          utf16: /^1: [^]*pyproject\.toml is not UTF-8/,
          latin1: /^1: [^]*pyproject\.toml is not UTF-8/,
          gbk: /^1: [^]*pyproject\.toml is not UTF-8/,
        },
        folder,
      ),
    '19-readme-not-utf8': async (folder) => {
      for (const [input, shown] of [
        ['utf16', 'Hello</h3><p dir="auto">Text 文</p>'],
        ['gbk', 'README.md is not in UTF-8 or UTF-16, so it cannot be shown.'],
      ] as const) {
        await publish(join(folder, input));
        const { text } = await server.anonymous.getHere(`${server.url}/n/readme-${input}`);
        assert.ok(text.includes(shown), text);
      }
    },
    '20-license-as-json': async (folder) => {
      const body = readFileSync(at(folder, 'body.json'), 'utf8').replace('<token>', mara.token);
      const { status, text } = await mara.owner.post(
        '/publishers/mara/nodes/host-body/versions',
        JSON.parse(body),
      );
      assert.equal(status, 201, text);
      const page = await server.anonymous.getHere(`${server.url}/n/host-body`);
      assert.match(page.text, /<dt>License<\/dt><dd><bdi>LICENSE<\/bdi>/);
    },
    '21-integer-message': async (folder) => {
      for (const line of readFileSync(at(folder, 'requests.txt'), 'utf8').trim().split('\n')) {
        const { status, json } = await server.anonymous.get(line.replace('GET ', '') as '/');
        assert.deepEqual(
          [status, json.details[0].message],
          [400, 'must be an integer in decimal digits'],
          line,
        );
      }
    },
    '22-lock-forms': async (folder) => {
      for (const [file, form] of [
        ['bom.lock', /not_installed|changed|missing/],
        ['empty.lock', /is empty/],
      ] as const) {
        cpSync(at(folder, file), at('locks', 'patchbay.lock'));
        const { stdout, stderr } = await cli.run(['verify', '--into', 'locks']);
        assert.match(stdout + stderr, form, file);
      }
    },
    '23-install-latest': async () => {
      await publishActive(server, mara, 'ink-pack', '1.1.0');
      const { result } = await cli.json(['install', 'ink-pack@latest', '--into', 'nodes']);
      assert.deepEqual(result.data.nodes, [{ node: 'ink-pack', version: '1.1.0', status: 'installed' }]);
    },
    '24-node-list': async (folder) => {
      await publish(join(folder, 'opaque-pack'));
      const { json } = await server.anonymous.get('/app-nodes/FieldRemote/node');
      assert.equal(json.id, 'opaque-pack');
    },
  };

  test('are all asserted', () => {
    assert.deepEqual(readdirSync(fixtures).toSorted(), Object.keys(cases));
  });

  for (const [name, come] of Object.entries(cases)) test(name, () => come(name));
});
