import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  makePublisher,
  publication,
  publishActive,
  publishFiles,
  uniqueId,
  zip,
} from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { type Cli, openCli } from '../support/open-cli.ts';
import { filesIn } from '../support/files-in.ts';

suite('patchbay install', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const node = 'Image-Tools';
  for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publishActive(server, ada, node, version);
  const files = { '__init__.py': 'NAME = 1\n', 'web/js/main.js': 'let x;\n' };
  await publishFiles(server, ada, 'web-node', '0.1.0', files);
  const open = async (t: Parameters<typeof openCli>[0]): Promise<Cli & { nodes: string }> => {
    const cli = await openCli(t, server);
    const nodes = join(cli.cwd, 'custom_nodes');
    await mkdir(nodes);
    return { ...cli, nodes };
  };
  const lockOf = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'patchbay.lock'), 'utf8')).nodes;

  test('--json: the latest version, whole, and what the lock file says of it', async (t) => {
    const cli = await open(t);
    const { code, result, events } = await cli.json(['install', 'web-node', 'image-tools']);
    assert.equal(code, 0);
    assert.deepEqual(result.data, {
      folder: cli.nodes,
      nodes: [
        { node: 'web-node', version: '0.1.0', status: 'installed' },
        { node, version: '2.0.0', status: 'installed' },
      ],
    });
    assert.deepEqual(
      new Set(events.filter(({ type }) => type === 'download').map(({ data }) => data.node)),
      new Set(['web-node', node]),
    );
    assert.deepEqual(await filesIn(join(cli.nodes, 'web-node')), files);
    const version = (await server.anonymous.get('/nodes/web-node/versions/0.1.0')).json;
    const lock = await lockOf(cli.nodes);
    assert.deepEqual(Object.keys(lock), [node, 'web-node']);
    assert.deepEqual(lock['web-node'], {
      registry: server.url,
      version: '0.1.0',
      sha256: version.package_sha256,
      bytes: version.package_bytes,
      files: {
        '__init__.py': 'b786c1369e2a34e297ffc7a3e2a913069309b3e27548c1bfc02c3a13580397a7',
        'web/js/main.js': lock['web-node'].files['web/js/main.js'],
      },
    });
    assert.deepEqual(await readdir(join(cli.nodes, '.patchbay.disabled')), ['held.db']);
  });

  test('what somebody writes into its place while the package comes is kept', async (t) => {
    const cli = await open(t);
    const place = join(cli.nodes, node);
    const installMeanwhile = (version: string) =>
      cli.json(['install', `${node}@${version}`], {
        context: {
          fetch: async (input, init) => {
            if ((input as string).includes('/packages/')) {
              await mkdir(place, { recursive: true });
              await writeFile(join(place, 'mine.py'), version);
            }
            return fetch(input, init);
          },
        },
      });
    const fresh = await installMeanwhile('1.0.0');
    assert.deepEqual([fresh.code, fresh.result.error.code], [5, 'folder_taken']);
    assert.deepEqual(await filesIn(place), { 'mine.py': '1.0.0' });
    await rm(place, { recursive: true });
    assert.equal((await cli.json(['install', `${node}@1.0.0`])).code, 0);
    const update = await installMeanwhile('2.0.0');
    assert.deepEqual([update.code, update.result.error.code], [5, 'locally_changed']);
    assert.equal((await filesIn(place))['mine.py'], '2.0.0');
    assert.equal((await lockOf(cli.nodes))[node].version, '1.0.0');
  });

  test('what the nodes need of Python is said, with conflicts and the command; --with-deps runs it', async (t) => {
    const [one, other] = [uniqueId('needs'), uniqueId('needs')];
    const publish = async (id: string, dependencies: string[]) => {
      const body = { ...publication(ada.token, '1.0.0'), node_version: { version: '1.0.0', dependencies } };
      const { json } = await ada.owner.post(`/publishers/ada/nodes/${id}/versions`, body);
      assert.equal((await server.anonymous.upload(json.signedUrl, await zip({ 'a.py': '' }))).status, 200);
      await server.settle();
    };
    await publish(one, ['numpy==1.26.4', 'torch>=2', '--index-url https://evil.example/simple']);
    // It can be read in 2^40 ways by an expression that is written without care.
    const endless = `a==${'1!'.repeat(40)}@`;
    await publish(other, ['NumPy == 2.0', 'torch>=2', endless]);
    const cli = await open(t);
    const { code, stdout } = await cli.run(['install', one, other]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^ {2}torch>=2 +${one}, ${other}$`, 'm'));
    assert.match(stdout, /^conflict {2}numpy cannot be all of numpy==1\.26\.4 .* and NumPy == 2\.0/m);
    assert.match(stdout, /^ {2}python3 -m pip install numpy==1\.26\.4 'torch>=2' 'NumPy == 2\.0'$/m);
    assert.match(
      stdout,
      /^Run `patchbay audit` to look for known vulnerabilities .* pinned to a version\.$/m,
    );
    assert.doesNotMatch(stdout, /pip install.*--index-url/, 'nothing from a registry is an option of pip');

    const again = await open(t);
    const [python, seen] = [join(again.cwd, 'python'), join(again.cwd, 'seen')];
    await writeFile(python, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n`, { mode: 0o755 });
    const env = { PYTHON: python };
    const done = await again.json(['install', one, '--with-deps'], { env });
    assert.equal(done.code, 0, done.stdout);
    assert.deepEqual(done.result.data.nodes[0].requirements, [
      'numpy==1.26.4',
      'torch>=2',
      '--index-url https://evil.example/simple',
    ]);
    assert.equal(await readFile(seen, 'utf8'), '-m\npip\ninstall\nnumpy==1.26.4\ntorch>=2\n');
    await writeFile(python, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const failed = await again.json(['install', other, '--with-deps'], { env });
    assert.deepEqual([failed.code, failed.result.error.code], [1, 'requirements_failed']);
    assert.match(failed.result.error.message, /The nodes are installed.*pip ended with 3/);
  });

  test('ranges that no version is in are a conflict, and ranges that share one are none', async (t) => {
    const apart = [
      ['a<2', 'a>=2'],
      ['b==1.26.4', 'b>=2'],
      ['c>1.7', 'c==1.7.post1'],
      ['d~=2.1', 'd==3.*'],
      ['e<=1!1', 'e>=1!2'],
      ['f>=1.0,!=1.0', 'f<=1'],
      ['g===1.0', 'g!=1.0'],
    ];
    const together = [
      ['h>1,<2', 'h>=1.5'],
      ['i==2.1.0', 'i==2.1'],
      ['j>1.7', 'j<1.7.1'],
      ['k>=1.0,!=1.0.*', 'k<3'],
      ['l==2.0.1+cu118', 'l==2.0.1'],
      ['m>=2.0rc1', 'm<=2.0rc1'],
      ['n<1; sys_platform == "win32"', 'n>1'],
      ['o<1.*', 'o>=1'],
      ['p', 'p==1'],
    ];
    const [one, other] = [uniqueId('range'), uniqueId('range')];
    for (const [index, id] of [one, other].entries()) {
      const dependencies = [...apart, ...together].map((pair) => pair[index]);
      const body = { ...publication(ada.token, '1.0.0'), node_version: { version: '1.0.0', dependencies } };
      const { json } = await ada.owner.post(`/publishers/ada/nodes/${id}/versions`, body);
      assert.equal((await server.anonymous.upload(json.signedUrl, await zip({ 'a.py': '' }))).status, 200);
    }
    await server.settle();
    const cli = await open(t);
    const { result } = await cli.json(['install', one, other]);
    assert.deepEqual(
      result.data.nodes[0].conflicts,
      apart.map(
        ([first, second = '']) => `${second[0]} cannot be all of ${first} (${one}) and ${second} (${other}).`,
      ),
    );
  });

  test('a conflict with what was installed before, and the command of an environment that uv made', async (t) => {
    const [one, other] = [uniqueId('pins'), uniqueId('pins')];
    const publish = async (id: string, version: string, dependencies: string[]) => {
      const body = { ...publication(ada.token, version), node_version: { version, dependencies } };
      const { json } = await ada.owner.post(`/publishers/ada/nodes/${id}/versions`, body);
      const toml = `[project]\nname = "${id}"\nversion = "${version}"\ndependencies = ${JSON.stringify(dependencies)}\n`;
      const bytes = await zip({ 'pyproject.toml': toml });
      assert.equal((await server.anonymous.upload(json.signedUrl, bytes)).status, 200);
      await server.settle();
    };
    await publish(one, '1.0.0', ['numpy==1.26.4', 'torch']);
    await publish(other, '1.0.0', ['numpy==2.0.0']);
    const cli = await open(t);
    const environment = join(cli.cwd, 'env');
    await mkdir(join(environment, 'bin'), { recursive: true });
    const env = { VIRTUAL_ENV: environment };
    const python = join(environment, 'bin', 'python');
    const first = await cli.json(['install', one], { env });
    const texts = ['numpy==1.26.4', 'torch'];
    assert.deepEqual(first.result.data.requirements_command, [python, '-m', 'pip', 'install', ...texts]);

    await writeFile(join(environment, 'pyvenv.cfg'), 'home = /usr/bin\nuv = 0.9.2\n');
    const { stdout } = await cli.run(['install', other], { env });
    assert.match(stdout, /^conflict {2}numpy cannot be all of numpy==2\.0\.0 .* and numpy==1\.26\.4 .*\.$/m);
    assert.match(stdout, new RegExp(`^ {2}uv pip install --python ${python} numpy==2\\.0\\.0$`, 'm'));

    await publish(one, '1.1.0', ['numpy==1.26.4', 'torch', 'einops']);
    const updated = (await cli.run(['update', one], { env })).stdout;
    assert.match(updated, /^conflict {2}numpy/m);
    assert.match(updated, /^New among the Python packages that it needs:\n {2}einops +pins-\d+\nInstall/m);
    await publish(one, '1.2.0', ['numpy==1.26.4', 'torch', 'einops']);
    const same = (await cli.run(['update', one], { env })).stdout;
    assert.doesNotMatch(same, /Python packages|pip install/, 'it needs nothing new');
  });

  test('in a terminal: a line for each node', async (t) => {
    const cli = await open(t);
    const { code, stdout } = await cli.inTerminal(['install', 'web-node@0.1.0']);
    assert.deepEqual([code, stdout], [0, 'installed web-node 0.1.0\n']);
    const again = await cli.run(['install', 'web-node']);
    assert.deepEqual([again.code, again.stdout], [0, 'unchanged web-node 0.1.0\n']);
  });

  test('a version, a range, and another version in place of the first', async (t) => {
    const cli = await open(t);
    const installed = async (reference: string) =>
      (await cli.json(['install', reference])).result.data.nodes[0];
    assert.deepEqual(await installed('image-tools@^1.0'), { node, version: '1.1.0', status: 'installed' });
    assert.equal((await lockOf(cli.nodes))[node].requested, '^1.0');
    assert.deepEqual(await installed('image-tools@1.0.0'), {
      node,
      version: '1.0.0',
      previous: '1.1.0',
      status: 'replaced',
    });
    assert.deepEqual(await filesIn(join(cli.nodes, node)), { '__init__.py': 'VERSION = "1.0.0"\n' });
  });

  test('a deprecated version of a range only if there is no other', async (t) => {
    const cli = await open(t);
    const id = uniqueId('deprecated');
    for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, id, version);
    const list = (await server.anonymous.get(`/nodes/${id}/versions`)).json;
    const deprecate = (index: number) =>
      ada.owner.put(`/publishers/ada/nodes/${id}/versions/${list.at(index).id}`, { deprecated: true });
    await deprecate(0);
    assert.equal((await cli.json(['install', `${id}@1`])).result.data.nodes[0].version, '1.0.0');
    await deprecate(1);
    assert.equal((await cli.json(['install', `${id}@1`])).result.data.nodes[0].version, '1.1.0');
  });

  test('without a name: what the lock file says, exactly, in another folder', async (t) => {
    const cli = await open(t);
    const id = uniqueId('locked');
    await publishActive(server, ada, id, '1.1.0');
    await cli.json(['install', `${id}@^1.0`, 'web-node']);
    const other = join(cli.cwd, 'other');
    await mkdir(other);
    const lock = await readFile(join(cli.nodes, 'patchbay.lock'), 'utf8');
    await writeFile(join(other, 'patchbay.lock'), lock);
    await publishActive(server, ada, id, '1.2.0');
    const { code, result } = await cli.json(['install', '--into', 'other']);
    assert.equal(code, 0);
    assert.deepEqual(
      result.data.nodes.map(({ version }: { version: string }) => version),
      ['1.1.0', '0.1.0'],
    );
    assert.equal(await readFile(join(other, 'patchbay.lock'), 'utf8'), lock, 'the same to the byte');
    await rm(join(other, 'web-node', 'web'), { recursive: true });
    const repaired = await cli.json(['install', '--into', 'other']);
    assert.deepEqual(
      repaired.result.data.nodes.map(({ status }: { status: string }) => status),
      ['unchanged', 'replaced'],
    );
    assert.deepEqual(await filesIn(join(other, 'web-node')), files);
    await writeFile(join(other, 'patchbay.lock'), lock.replace(/"sha256": "\w{4}/, '"sha256": "0000'));
    const swapped = await cli.json(['install', '--into', 'other']);
    assert.equal(swapped.code, 1);
    assert.match(swapped.result.data.nodes[0].error.message, /another package of .* than patchbay.lock/);
  });

  test('4 and 3: what the registry says of a node or version that cannot be installed', async (t) => {
    const cli = await open(t);
    const fail = async (...args: string[]) => {
      const { code, result } = await cli.json(['install', ...args]);
      return [code, result.error?.code];
    };
    assert.deepEqual(await fail('nothing'), [4, 'node_not_found']);
    assert.deepEqual(await fail('image-tools@9.9.9'), [4, 'version_not_found']);
    assert.deepEqual(await fail('image-tools@^9'), [4, 'version_not_found']);
    assert.deepEqual(await fail('image-tools@nightly'), [2, 'usage']);
    assert.deepEqual(await fail('web-node', 'Web-Node@0.1.0'), [2, 'usage']);
    assert.deepEqual(await fail(), [4, 'not_installed']);
    const id = uniqueId('banned');
    await publishActive(server, ada, id, '1.0.0');
    await moderator.put(`/admin/nodes/${id}/versions/1.0.0`, {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Looked at.',
    });
    const { code, stderr } = await cli.run(['install', `${id}@1.0.0`]);
    assert.equal(code, 3);
    assert.match(stderr, /cannot be installed because it is banned/);
    assert.deepEqual(await readdir(cli.nodes), ['.patchbay.disabled']);
  });

  test('1: of several nodes those that can be are installed', async (t) => {
    const cli = await open(t);
    const { code, result } = await cli.json(['install', 'nothing', 'web-node']);
    assert.deepEqual([code, result.ok], [1, false]);
    assert.deepEqual(
      result.data.nodes.map(({ status }: { status: string }) => status),
      ['failed', 'installed'],
    );
    assert.equal(result.data.nodes[0].error.code, 'node_not_found');
  });

  test('5: a folder that patchbay did not install stays, unless --force', async (t) => {
    const cli = await open(t);
    const own = join(cli.nodes, 'web-node');
    await mkdir(own);
    await writeFile(join(own, 'mine.py'), 'mine');
    const refused = await cli.json(['install', 'web-node']);
    assert.deepEqual([refused.code, refused.result.error.code], [5, 'folder_taken']);
    assert.deepEqual(await filesIn(own), { 'mine.py': 'mine' });
    assert.equal((await cli.json(['install', 'web-node', '--force'])).code, 0);
    assert.deepEqual(await filesIn(own), files);
  });

  test('5: files that were changed or added since stay, unless --force', async (t) => {
    const cli = await open(t);
    await cli.json(['install', 'image-tools@1.0.0']);
    await mkdir(join(cli.nodes, node, '__pycache__'));
    await writeFile(join(cli.nodes, node, '__pycache__', 'a.pyc'), 'compiled');
    assert.equal((await cli.json(['install', 'image-tools@1.1.0'])).code, 0, 'compiled files may go');
    await writeFile(join(cli.nodes, node, 'settings.json'), '{}');
    const refused = await cli.run(['install', 'image-tools@2.0.0']);
    assert.equal(refused.code, 5);
    assert.match(refused.stderr, /settings\.json\.\nSave what you need/);
    assert.equal((await cli.run(['install', 'image-tools@2.0.0', '--force'])).code, 0);
    assert.deepEqual(await filesIn(join(cli.nodes, node)), { '__init__.py': 'VERSION = "2.0.0"\n' });
  });

  test('without custom_nodes, the current folder', async (t) => {
    const cli = await open(t);
    await rm(cli.nodes, { recursive: true });
    assert.equal((await cli.json(['install', 'web-node'])).result.data.folder, cli.cwd);
  });
});
