import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { CliError } from '../../src/errors.ts';
import { chooseFiles } from '../../src/pack/choose-files.ts';
import { makeFolder } from '../support/make-folder.ts';

const includes = (...paths: string[]) => paths.map((path) => ({ path, source: '[tool.comfy] includes' }));

/** The decisions about these files, without the contents: what is kept, and what is dropped by which rule. */
const choose = async (
  t: TestContext,
  files: Record<string, string>,
  { included = [] as string[], entriesMax = 1_000, at = '', prepare = async (_folder: string) => {} } = {},
) => {
  const folder = await makeFolder(t, files);
  await prepare(folder);
  const project = { nodeId: 'tools', includes: includes(...included) };
  const { kept, dropped, warnings } = await chooseFiles(join(folder, at), project, { entriesMax });
  return {
    kept: kept.map(({ path }) => path),
    rules: Object.fromEntries([...kept, ...dropped].map(({ path, rule }) => [path, rule])),
    warnings,
  };
};

const git = (folder: string, ...args: string[]) => promisify(execFile)('git', args, { cwd: folder });

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

/** A repository that tracks these files, whatever its .gitignore says. */
const track = async (folder: string, ...files: string[]) => {
  await git(folder, 'init', '--quiet');
  await git(folder, 'add', '--force', ...files);
};

const refusal = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CliError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, message);
  assert.ok(error.next, 'it says what to do');
  return true;
};

suite('which files a package holds', () => {
  test('everything that no rule leaves out, in the order of its path', async (t) => {
    const { kept, rules } = await choose(t, { 'b.py': '', 'a/z.py': '', 'a.py': '', 'A.py': '' });
    assert.deepEqual(kept, ['A.py', 'a.py', 'a/z.py', 'b.py']);
    assert.equal(rules['b.py'], 'by default');
  });

  test('never version control, installed packages, caches, editors, earlier packages and secrets, in any folder', async (t) => {
    const { kept, rules } = await choose(
      t,
      {
        'nodes.py': '',
        'environment.py': '',
        '.git/config': '',
        'lib/.git': 'gitdir: ../.git/modules/lib\n',
        'web/node_modules/a/index.js': '',
        'lib/__pycache__/a.pyc': '',
        'lib/.DS_Store': '',
        '.env': 'TOKEN=1',
        'tools-0.9.0.zip': '',
        'node.zip': '',
        'models/weights.zip': '',
        'py/pyvenv.cfg': '',
        'py/bin/python': '',
      },
      { included: ['.env', 'web'] },
    );
    assert.deepEqual(kept, ['environment.py', 'models/weights.zip', 'nodes.py']);
    assert.deepEqual(
      Object.entries(rules).filter(([path]) => !kept.includes(path)),
      [
        ['.env', 'always out: secrets'],
        ['.git/', 'always out: version control'],
        ['lib/.DS_Store', "always out: a desktop's file"],
        ['lib/.git', 'always out: version control'],
        ['lib/__pycache__/', 'always out: compiled Python'],
        ['node.zip', 'always out: an earlier package'],
        ['py/', 'always out: a virtual environment'],
        ['tools-0.9.0.zip', 'always out: an earlier package'],
        ['web/node_modules/', 'always out: installed packages'],
      ],
    );
  });

  test('never a private key or the credentials of another program; an example of them may be there', async (t) => {
    const secrets = [
      '.env',
      '.env.production',
      '.npmrc',
      '.git-credentials',
      'keys/id_rsa',
      'keys/id_ed25519',
      'server.pem',
      'tls.key',
      'store.p12',
      'service-account-1.json',
      '.bash_history',
    ];
    const harmless = ['.env.example', 'keys/id_rsa.pub', 'keyboard.py', 'monkey.py', 'nodes.py', 'pem.py'];
    const files = Object.fromEntries([...secrets, ...harmless].map((path) => [path, '']));
    const { kept, rules } = await choose(t, files, { included: secrets });
    assert.deepEqual(kept, harmless.toSorted());
    for (const path of secrets) assert.equal(rules[path], 'always out: secrets', path);
  });

  test('.gitignore files count for their folder, the innermost first, with their line', async (t) => {
    const { kept, rules } = await choose(t, {
      '.gitignore': '# built\n*.log\n/dist/\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'dist/x.js': '',
      'lib/dist/y.js': '',
      'lib/.gitignore': '!a.log\ny.js\n',
      'lib/a.log': '',
      'lib/b.log': '',
    });
    assert.deepEqual(kept, ['.gitignore', 'keep.log', 'lib/.gitignore', 'lib/a.log']);
    assert.equal(rules['a.log'], '.gitignore:2 *.log');
    assert.equal(rules['dist/'], '.gitignore:3 /dist/');
    assert.equal(rules['lib/b.log'], '.gitignore:2 *.log');
    assert.equal(rules['lib/dist/y.js'], 'lib/.gitignore:2 y.js');
    assert.equal(rules['lib/a.log'], 'lib/.gitignore brings it back');
  });

  test('a folder that .gitignore brings back is still for .gitignore to decide on', async (t) => {
    const { kept } = await choose(t, {
      '.gitignore': '/*\n!/lib/\n*.log\n',
      'a.py': '',
      'lib/a.py': '',
      'lib/a.log': '',
    });
    assert.deepEqual(kept, ['lib/a.py']);
  });

  test('what Git tracks is in, whatever .gitignore says, in the project and the repositories in it', async (t) => {
    const files = {
      '.gitignore': '/models/\n*.json\n/lib\n/link\n',
      '.patchbayignore': '/docs/\n',
      '.env': '',
      'data.json': '',
      'docs/a.json': '',
      'lib/.gitignore': '*.bin\n',
      'lib/a.bin': '',
      'lib/b.bin': '',
      'models/.gitignore': '!late.bin\n',
      'models/large.bin': '',
      'models/late.bin': '',
      'models/small.bin': '',
      'models/__pycache__/a.pyc': '',
      'new.py': '',
      'notes.json': '',
      'shared/a.txt': '',
      'venv/a.json': '',
      'web/app.json': '',
    };
    const { kept, rules, warnings } = await choose(t, files, {
      async prepare(folder) {
        await symlink('shared', join(folder, 'link'));
        await track(join(folder, 'lib'), 'a.bin');
        await git(join(folder, 'lib'), ...author, 'commit', '--quiet', '-m', 'a');
        await track(folder, '.env', 'data.json', 'docs', 'lib', 'link', 'models/small.bin', 'venv', 'web');
        await git(folder, 'add', '--force', 'models/__pycache__');
      },
    });
    assert.deepEqual(kept, [
      '.gitignore',
      '.patchbayignore',
      'data.json',
      'lib/a.bin',
      'link/a.txt',
      'models/small.bin',
      'new.py',
      'shared/a.txt',
      'web/app.json',
    ]);
    assert.equal(rules['data.json'], 'tracked by Git, in spite of .gitignore:2 *.json');
    assert.equal(rules['models/small.bin'], 'tracked by Git, in spite of .gitignore:1 /models/');
    assert.equal(rules['models/late.bin'], '.gitignore:1 /models/');
    assert.equal(rules['notes.json'], '.gitignore:2 *.json');
    assert.equal(rules['lib/a.bin'], 'tracked by Git, in spite of .gitignore:3 /lib');
    assert.equal(rules['lib/b.bin'], '.gitignore:3 /lib');
    assert.equal(rules['docs/'], '.patchbayignore:1 /docs/');
    assert.equal(rules['.env'], 'always out: secrets');
    assert.equal(rules['venv/'], 'always out: a virtual environment');
    assert.deepEqual(warnings, []);
  });

  test('a project below the top of its repository has the tracked files of its folder', async (t) => {
    const files = { 'a.json': '', 'node/.gitignore': '*.json\n', 'node/a.json': '', 'node/b.json': '' };
    const prepare = (folder: string) => track(folder, 'a.json', 'node/a.json');
    const { kept } = await choose(t, files, { at: 'node', prepare });
    assert.deepEqual(kept, ['.gitignore', 'a.json']);
  });

  test('no program that the configuration of a repository names is run', async (t) => {
    let ran = '';
    const { kept } = await choose(
      t,
      { '.gitignore': 'a.json\n', 'a.json': '', 'b.json': '' },
      {
        async prepare(folder) {
          ran = join(folder, '.git/ran');
          const program = join(folder, '.git/program');
          await track(folder, 'a.json');
          await writeFile(program, `#!/bin/sh\ntouch '${ran}'\nprintf '1\\000/\\000'\n`);
          await chmod(program, 0o755);
          await symlink(program, join(folder, '.git/hooks/post-index-change'));
          await git(folder, 'config', 'core.fsmonitor', program);
          // From now on, whatever reads the index asks the program what has changed.
          await git(folder, 'update-index', '--fsmonitor');
          await rm(ran, { force: true });
        },
      },
    );
    assert.deepEqual(kept, ['.gitignore', 'a.json', 'b.json']);
    await assert.rejects(access(ran), { code: 'ENOENT' });
  });

  for (const [name, prepare, problem] of [
    [
      'without git',
      async () => void (process.env['PATH'] = join('relative', 'bin')),
      'there is no git on the PATH',
    ],
    [
      'where git cannot read the index',
      (folder: string) => writeFile(join(folder, '.git/index'), 'no index, as anybody can see'),
      '.git/index: index file smaller than expected',
    ],
  ] as const) {
    test(`${name}, .gitignore alone decides, and a warning says so`, async (t) => {
      const path = process.env['PATH'];
      t.after(() => void (process.env['PATH'] = path));
      const { kept, warnings } = await choose(
        t,
        { '.gitignore': '*.json\n', 'a.json': '' },
        {
          async prepare(folder) {
            await track(folder, 'a.json');
            await prepare(folder);
          },
        },
      );
      assert.deepEqual(kept, ['.gitignore']);
      assert.deepEqual(warnings, [
        `Git could not be asked what it tracks in the project, so .gitignore alone decides: ${problem}.`,
      ]);
    });
  }

  test("the ignore files of the host's tools come before .gitignore, and can bring back what it names", async (t) => {
    const { kept, rules } = await choose(t, {
      '.gitignore': 'dist/\n',
      '.comfyignore': 'docs/\n*.md\n!README.md\n!dist/\n',
      '.patchbayignore': 'scratch.py\n',
      'scratch.py': '',
      'README.md': '',
      'NOTES.md': '',
      'docs/a.txt': '',
      'dist/app.js': '',
    });
    assert.deepEqual(kept, ['.comfyignore', '.gitignore', '.patchbayignore', 'README.md', 'dist/app.js']);
    assert.equal(rules['docs/'], '.comfyignore:1 docs/');
    assert.equal(rules['NOTES.md'], '.comfyignore:2 *.md');
    assert.equal(rules['scratch.py'], '.patchbayignore:1 scratch.py');
  });

  test('includes bring back files and folders, also below a folder that is left out', async (t) => {
    const { kept, rules, warnings } = await choose(
      t,
      {
        '.gitignore': '/models/\nweights.bin\n',
        '.comfyignore': '*.json\n',
        'weights.bin': '',
        'a.json': '',
        'models/config/small.json': '',
        'models/config/__pycache__/x.pyc': '',
        'models/large.bin': '',
        'models/configuration.txt': '',
      },
      { included: ['models/config', 'weights.bin', 'absent'] },
    );
    assert.deepEqual(kept, ['.comfyignore', '.gitignore', 'models/config/small.json', 'weights.bin']);
    assert.equal(rules['models/config/small.json'], '[tool.comfy] includes "models/config"');
    assert.equal(rules['models/large.bin'], '.gitignore:1 /models/');
    assert.equal(rules['models/config/__pycache__/'], 'always out: compiled Python');
    assert.equal(rules['models/configuration.txt'], '.gitignore:1 /models/');
    assert.deepEqual(warnings, [
      '[tool.comfy] includes names "absent", where there is nothing that can be included.',
    ]);
  });

  test('a link inside the project is the file or folder that it leads to', async (t) => {
    const { kept } = await choose(
      t,
      { 'lib/a.py': 'A = 1\n' },
      {
        async prepare(folder) {
          await symlink('lib/a.py', join(folder, 'b.py'));
          await symlink('lib', join(folder, 'copy'));
        },
      },
    );
    assert.deepEqual(kept, ['b.py', 'copy/a.py', 'lib/a.py']);
  });

  for (const [name, path, target, message] of [
    ['leaves the project', 'out.txt', '../outside.txt', /The link out\.txt leads nowhere/],
    ['leaves the project by a folder', 'etc', '/etc', /The link etc leaves the folder of the project/],
    ['leads back to its own folder', 'lib/again', '../lib', /The link lib\/again leads back/],
  ] as const) {
    test(`a link that ${name} is refused, and left alone where a rule leaves it out`, async (t) => {
      const files = { 'lib/a.py': '' };
      const prepare = (folder: string) => symlink(target, join(folder, path));
      await assert.rejects(choose(t, files, { prepare }), refusal('invalid_project', message));
      const { rules } = await choose(t, { ...files, '.gitignore': `/${path}\n` }, { prepare });
      assert.equal(rules[path], `.gitignore:1 /${path}`);
    });
  }

  test('more files than a package may have are refused before any is packed', async (t) => {
    const files = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`${index}.py`, '']));
    assert.equal((await choose(t, files, { entriesMax: 4 })).kept.length, 4);
    await assert.rejects(
      choose(t, files, { entriesMax: 3 }),
      refusal('package_too_large', /more than 3 files/),
    );
  });
});
