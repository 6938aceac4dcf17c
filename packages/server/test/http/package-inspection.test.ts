import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE_RULES, type ArchiveRule } from '../../../inspect/src/archive/archive-rules.ts';
import { makePublisher, publishPending } from '../support/build.ts';
import { loadPackageFixture } from '../../../inspect/test/support/package-fixtures.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const load = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await loadPackageFixture(name)).build());

suite('the inspection of a package as it arrives', () => {
  test('a hostile package is answered 422 with the rule’s own sentence and the entry, and changes nothing', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl, versionId } = await publishPending(ada, 'well-formed', '1.0.0');
    const refusals: [string, ArchiveRule][] = [
      ['path-escape', 'parent-path'],
      ['zip-bomb', 'expands-too-much'],
      ['symlink', 'symlink'],
      ['encrypted', 'encrypted'],
      ['duplicate-names-by-case', 'duplicate-names'],
      ['overlapping-entries', 'overlapping-entries'],
      ['truncated', 'truncated'],
      ['empty-archive', 'no-files'],
      ['only-folders', 'no-files'],
    ];
    for (const [name, rule] of refusals) {
      const reply = await server.anonymous.upload(signedUrl, await load(name));
      assert.deepEqual([reply.status, reply.json.error], [422, 'invalid_package'], name);
      assert.equal(reply.json.message, ARCHIVE_RULES[rule], name);
    }
    const { json: version } = await ada.owner.get('/nodes/well-formed/versions/1.0.0');
    assert.deepEqual([version.id, version.status], [versionId, 'NodeVersionStatusPending']);
    assert.equal((await server.anonymous.upload(signedUrl, await load('well-formed'))).status, 200);
    await server.settle();
    const { json: after } = await ada.owner.get('/nodes/well-formed/versions/1.0.0');
    assert.equal(after.status, 'NodeVersionStatusActive');
  });

  test('a package that says it is something else is answered 422 with one detail for each difference', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'some-node', '1.0.0');
    const reply = await server.anonymous.upload(signedUrl, await load('metadata-mismatch'));
    assert.deepEqual([reply.status, reply.json.error], [422, 'package_mismatch']);
    assert.equal(reply.json.details.length, 2);
    const broken = await server.anonymous.upload(signedUrl, await load('broken-pyproject'));
    assert.deepEqual([broken.status, broken.json.error], [422, 'invalid_package']);
    const misspelled = await server.anonymous.upload(signedUrl, await load('pyproject-in-another-case'));
    assert.deepEqual([misspelled.status, misspelled.json.error], [422, 'invalid_package']);
    assert.match(misspelled.json.message, /pyproject\.toml has a different spelling/);
  });

  test('the limits are the settings', async (t) => {
    const server = await startServer(t, { PACKAGE_ENTRIES_MAX: '2' });
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'well-formed', '1.0.0');
    const reply = await server.anonymous.upload(signedUrl, await load('well-formed'));
    assert.equal(reply.json.message, ARCHIVE_RULES['too-many-entries']);
  });
});
