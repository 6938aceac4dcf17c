import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../docs/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const exec = promisify(execFile);

/** What a program writes to its standard error and ends with. */
const run = (...args: string[]): Promise<{ code: number; stderr: string }> =>
  exec(process.execPath, args).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

const asNode20 =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0"}})';

suite('programs that a person starts', () => {
  for (const path of ['packages/server/bin/patchbay-server.js', 'packages/cli/bin/patchbay.js']) {
    test(`${path} says in one line that Node.js is too old, and how to get a newer one`, async () => {
      const { code, stderr } = await run('--import', asNode20, inRepository(path), '--version');
      assert.equal(code, 1);
      assert.match(stderr, /^patchbay: Node\.js 24 is needed, this is 20\.19\.0\. .*npm|npx.*\n$/);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    });
  }

  test('every package lets the Node.js begin that the README needs, and both READMEs name the one that runs', async () => {
    const text = (path: string) => readFile(inRepository(path), 'utf8');
    const readme = await text('README.md');
    const enough = /Node\.js (\d+) or newer is enough/.exec(readme)?.[1];
    const runs = /The runtime is Node\.js (\d+)/.exec(readme)?.[1];
    const { stderr } = await run('--import', asNode20, inRepository('packages/cli/bin/patchbay.js'));
    assert.equal(runs, /Node\.js (\d+) is needed/.exec(stderr)?.[1]);
    assert.ok((await text('packages/cli/README.md')).includes(`It needs Node.js ${runs}.`));
    for (const path of ['package.json', ...globSync('packages/*/package.json', { cwd: inRepository('.') })]) {
      const { engines } = JSON.parse(await text(path)) as { engines?: { node?: string } };
      assert.equal(engines?.node, `>=${enough}`, path);
    }
  });

  test('the server says in one line that it is not built', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(inRepository('packages/server/bin'), join(folder, 'bin'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const { code, stderr } = await run(join(folder, 'bin/patchbay-server.js'));
    assert.equal(code, 1);
    assert.match(stderr, /^patchbay: The server is not built, .* Run "npm run build"\.\n$/);
  });
});
