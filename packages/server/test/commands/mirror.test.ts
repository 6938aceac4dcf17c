import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { readOrigins } from '../support/site/read-origins.ts';
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
      stdout: `Wrote 2 nodes with 3 versions and 3 packages to ${folder}.\n`,
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
    const mark = `${source.url}/ ${new URL(source.url).host}`;
    assert.deepEqual(await readOrigins(mirror.url, '/n/two-node'), [mark], 'not the folder');
    const { json: ready } = await mirror.anonymous.get('/ready');
    assert.equal(ready.source?.url, source.url);
    const refused = await mirror.anonymous.put('/publishers/ada', {});
    assert.match(
      refused.json.message,
      new RegExp(`^This registry is a mirror of ${source.url} and takes no`),
    );

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

  test('reads a set only if the right key signed it, whole and not older than the one before', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    const keys = await temporaryFolder(t);
    const [signKey, verifyKey] = [join(keys, 'sign.pem'), join(keys, 'verify.pem')];
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await writeFile(signKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(verifyKey, publicKey.export({ type: 'spki', format: 'pem' }));
    const data = await temporaryData(t);
    /** Publishes a node, and returns a folder with a set that has it. */
    const setWith = async (id: string): Promise<string> => {
      await publishActive(source, ada, id, '1.0.0');
      await source.settle();
      const folder = await temporaryFolder(t);
      const argv = ['mirror', '--from', source.url, '--to', folder, '--sign-key', signKey];
      const { code, stderr } = await runCommandHere(argv, data);
      assert.equal(code, 0, stderr);
      return folder;
    };
    const older = await setWith('one-node');
    const newer = await setWith('two-node');
    const [manifest, signature] = [join(newer, 'set.json'), join(newer, 'set.json.sig')];
    assert.ok(verify(null, await readFile(manifest), publicKey, await readFile(signature)));

    const folder = await temporaryFolder(t);
    const place = async (set: string): Promise<void> => {
      await rm(folder, { recursive: true });
      await cp(set, folder, { recursive: true });
    };
    await place(older);
    const mirror = await startServer(t, { MIRROR_FROM: folder, MIRROR_VERIFY_KEY: verifyKey });
    /** What it serves of the two nodes after another look, and whether it could read the set. */
    const look = async () => {
      mirror.clock.advance(minutes(2));
      await mirror.settle();
      const { json } = await mirror.anonymous.get('/ready');
      const nodes = ['one-node', 'two-node'].map((id) => mirror.anonymous.get(`/nodes/${id}`));
      const statuses = (await Promise.all(nodes)).map(({ status }) => status);
      return [...statuses, json.source?.reachable];
    };
    assert.deepEqual(await look(), [200, 404, true]);

    const edit = async (name: string, change: (text: string) => string): Promise<void> =>
      writeFile(join(folder, name), change(await readFile(join(folder, name), 'utf8')));
    const otherKey = generateKeyPairSync('ed25519').privateKey;
    const changes: Record<string, () => Promise<void>> = {
      'a changed manifest': () => edit('set.json', (text) => text.replace('"nodes":2', '"nodes":3')),
      'a changed catalogue': () => edit('catalogue.ndjson', (text) => text.replace('two-node', 'bad-node')),
      'a catalogue that is cut': () => edit('catalogue.ndjson', (text) => text.slice(0, -9)),
      'the signature of another key': async () =>
        writeFile(join(folder, 'set.json.sig'), sign(null, await readFile(manifest), otherKey)),
      'a signature that is none': () => writeFile(join(folder, 'set.json.sig'), 'none'),
      'no signature': () => rm(join(folder, 'set.json.sig')),
    };
    for (const [name, change] of Object.entries(changes)) {
      await place(newer);
      await change();
      assert.deepEqual(await look(), [200, 404, false], name);
    }
    const argv = ['mirror', '--from', folder, '--to', await temporaryFolder(t), '--verify-key', verifyKey];
    const writer = await temporaryData(t);
    const refused = await runCommandHere(argv, writer);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    const nowhere = await runCommandHere(['mirror', '--to', '/proc/nowhere/set'], writer);
    const sentence = 'patchbay: /proc/nowhere/set must be a folder that can be written.\n';
    assert.deepEqual([nowhere.code, nowhere.stderr], [1, sentence]);
    await place(newer);
    assert.deepEqual(await look(), [200, 200, true]);
    await place(older);
    assert.deepEqual(await look(), [200, 200, false], 'an older set');
    // Written again without a key, it has no signature that would not fit.
    await runCommandHere(['mirror', '--from', source.url, '--to', folder], data);
    assert.deepEqual((await readdir(folder)).toSorted(), ['catalogue.ndjson', 'packages', 'set.json']);
  });

  test('2: says what to mirror, and what a setting allows', async (t) => {
    const data = await temporaryData(t);
    const nothing = await runCommandHere(['mirror'], data);
    assert.match(nothing.stderr, /Say what to mirror: --from/);
    assert.notEqual(nothing.code, 0);
    const folder = join(data.DATA_DIR, 'set');
    const both = await runCommandHere(['mirror', '--from', 'https://a.example.org', '--to', folder], {
      ...data,
      UPSTREAM: 'https://b.example.org',
    });
    assert.match(both.stderr, /MIRROR_FROM and UPSTREAM must not be given together/);
    const packages = await runCommandHere(
      ['mirror', '--from', 'https://a.example.org', '--to', folder, '--packages', 'some'],
      data,
    );
    assert.match(packages.stderr, /MIRROR_PACKAGES must be one of all, on-demand, none/);
    assert.equal(existsSync(folder), false);
    const unsigned = await runCommandHere(['mirror', '--from', data.DATA_DIR, '--sign-key', 'x'], data);
    assert.match(unsigned.stderr, /Only a set is signed: say where to write it, --to <folder>/);
    const keys = await temporaryFolder(t);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await writeFile(join(keys, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(join(keys, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
    await writeFile(join(keys, 'rsa.pem'), rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(join(keys, 'rsa.pub.pem'), rsa.publicKey.export({ type: 'spki', format: 'pem' }));
    for (const name of ['rsa.pem', 'none.pem']) {
      const key = ['--to', join(keys, 'set'), '--sign-key', join(keys, name)];
      const { code, stderr } = await runCommandHere(['mirror', '--from', keys, ...key], data);
      assert.equal(code, 1);
      assert.match(stderr, /--sign-key must be the path of an Ed25519 private key/);
    }
    for (const [from, name, fault] of [
      [keys, 'private.pem', /MIRROR_VERIFY_KEY must be the path of an Ed25519 public key/],
      [keys, 'rsa.pub.pem', /MIRROR_VERIFY_KEY must be the path of an Ed25519 public key/],
      ['https://a.example.org', 'public.pem', /MIRROR_VERIFY_KEY must be given together with the folder/],
    ] as const) {
      const key = ['--to', join(keys, 'set'), '--verify-key', join(keys, name)];
      const { code, stderr } = await runCommandHere(['mirror', '--from', from, ...key], data);
      assert.equal(code, 1);
      assert.match(stderr, fault);
    }
  });
});
