import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';

suite('npm run mirror', () => {
  test('writes a registry to a folder, from which another one is served without a network', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    const files = {
      '__init__.py': 'class Blur:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
    };
    await publishFiles(source, ada, 'One-Node', '1.0.0', files);
    await publishActive(source, ada, 'One-Node', '1.1.0');
    await publishActive(source, ada, 'two-node', '0.1.0');
    const folder = await temporaryFolder(t);
    const data = await temporaryData(t);
    const write = () => runCommandHere(['mirror', '--from', source.url, '--to', folder], data);
    const first = await write();
    assert.deepEqual(first, {
      code: 0,
      stdout: `2 nodes with 3 versions and 3 packages were written to ${folder}.\n`,
      stderr: '',
    });
    for (const name of await readdir(join(folder, 'packages'))) {
      const bytes = await readFile(join(folder, 'packages', name));
      assert.equal(`${createHash('sha256').update(bytes).digest('hex')}.zip`, name);
    }

    const mirror = await startServer(t, { MIRROR_FROM: folder });
    const expectSame = async (): Promise<void> => {
      await mirror.settle();
      for (const path of [
        '/nodes?limit=100&include_translations=true',
        '/nodes/one-node/versions',
        '/nodes/one-node/versions/1.0.0/app-nodes',
        '/packages/ada/One-Node/1.1.0.zip',
      ]) {
        const plain = async ({ anonymous, url }: typeof source): Promise<string> =>
          (await anonymous.get(path)).text.replaceAll(url, '');
        assert.equal(await plain(mirror), await plain(source), path);
      }
    };
    await expectSame();

    await publishActive(source, ada, 'two-node', '0.2.0');
    assert.equal((await ada.owner.put('/publishers/ada', { name: 'Ada!' })).status, 200);
    await publishActive(source, ada, 'three-node', '1.0.0');
    await source.settle();
    // The data of the command looks again only at what changed lately, and a set has a time of its own.
    assert.equal((await write()).code, 0);
    mirror.clock.advance(minutes(2));
    await expectSame();
  });

  test('refuses a package of a folder that was changed, and a folder without a set', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    await publishActive(source, ada, 'one-node', '1.0.0');
    const folder = await temporaryFolder(t);
    await runCommandHere(['mirror', '--from', source.url, '--to', folder], await temporaryData(t));
    const [name = ''] = await readdir(join(folder, 'packages'));
    const bytes = await readFile(join(folder, 'packages', name));
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    await writeFile(join(folder, 'packages', name), bytes);
    const mirror = await startServer(t, { MIRROR_FROM: folder });
    await mirror.settle();
    const { status, json } = await mirror.anonymous.get('/packages/ada/one-node/1.0.0.zip');
    assert.equal(status, 503);
    assert.match(json.message, /has the SHA-256 [\da-f]{64} instead of [\da-f]{64}/);

    const empty = await temporaryFolder(t);
    const nothing = await runCommandHere(
      ['mirror', '--from', empty, '--to', await temporaryFolder(t)],
      await temporaryData(t),
    );
    assert.equal(nothing.code, 1);
    assert.match(nothing.stderr, /cannot be read/);
  });

  test('2: says what to mirror, and what a setting allows', async (t) => {
    const data = await temporaryData(t);
    const nothing = await runCommandHere(['mirror'], data);
    assert.match(nothing.stderr, /Say what to mirror: --from/);
    assert.notEqual(nothing.code, 0);
    const both = await runCommandHere(['mirror', '--from', 'https://a.example.org', '--to', 'x'], {
      ...data,
      UPSTREAM: 'https://b.example.org',
    });
    assert.match(both.stderr, /MIRROR_FROM and UPSTREAM must not be given together/);
    const packages = await runCommandHere(
      ['mirror', '--from', 'https://a.example.org', '--to', 'x', '--packages', 'some'],
      data,
    );
    assert.match(packages.stderr, /MIRROR_PACKAGES must be one of all, on-demand, none/);
  });
});
