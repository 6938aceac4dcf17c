import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishFiles, uniqueId } from '../../support/build.ts';
import { makePng } from '../../support/make-png.ts';
import { startServer } from '../../support/start-server.ts';
import { tamper } from '../../support/tamper.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const files = (readme: string, file = 'README.md') => ({ '__init__.py': 'VERSION = 1\n', [file]: readme });

const shown = {
  file: 'README.md',
  parts: [
    { depth: 0, tag: 'h3', id: 'readme-blur' },
    { depth: 1, text: 'Blur' },
  ],
};

suiteOnBoth('get-readme', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'first', '1.0.0');
  let id: string;
  let path: string;
  beforeEach(() => {
    id = uniqueId('my-node');
    path = `/nodes/${id}/versions/1.0.0`;
  });
  const readme = async () => (await server.anonymous.get(`${path}/readme`)).json;

  test('200: what the package says, as elements and texts', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('# Blur\n'));
    assert.deepEqual(await readme(), shown);
  });

  test('200: text as it is written', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('<b>Blur</b>\n', 'readme.txt'));
    assert.deepEqual((await readme()).parts, [
      { depth: 0, tag: 'pre' },
      { depth: 1, text: '<b>Blur</b>\n' },
    ]);
  });

  test('200: the size and the place of a picture of the package, and the language of code', async () => {
    const text = '![Before and after](a.png)\n\n```python\nx = 1\n```\n';
    await publishFiles(server, ada, id, '1.0.0', { ...files(text), 'a.png': makePng(30, 20) });
    const { json } = await server.anonymous.get(`${path}/files`);
    const { path: file, ...place } = json.files.find((each: { path: string }) => each.path === 'a.png');
    assert.deepEqual((await readme()).parts, [
      { depth: 0, tag: 'p' },
      { depth: 1, tag: 'img', file, picture: { width: 30, height: 20, ...place } },
      { depth: 2, text: 'Before and after' },
      { depth: 0, tag: 'pre' },
      { depth: 1, tag: 'code', language: 'python' },
      { depth: 2, text: 'x = 1\n' },
    ]);
  });

  test('200: no parts where the package has none', async () => {
    await publishActive(server, ada, id, '1.0.0');
    assert.deepEqual(await readme(), { parts: [] });
  });

  test('200: no longer than a readme may be, and it says that it is cut', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('word '.repeat(200_000)));
    const found = await readme();
    assert.equal(found.is_cut, true);
    assert.ok(JSON.stringify(found).length <= limits.readmeBytesMax);
  });

  test('200: of a version that is not Active for members and moderators only', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('# Blur\n'));
    await moderator.put(`/admin${path}`, { status: 'NodeVersionStatusFlagged', status_reason: 'Looked at.' });
    assert.deepEqual(await readme(), { parts: [] });
    for (const insider of [ada.owner, moderator]) {
      assert.deepEqual((await insider.get(`${path}/readme`)).json, shown);
    }
  });

  test('200: read again when the app-nodes are, and kept when they are replaced', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('# Blur\n'));
    const { DATABASE_URL } = server.server.context.config;
    const bytes = async () => (await ada.owner.get('/publishers/ada/usage')).json.definition_bytes.used;
    const used = await bytes();
    await moderator.put(`/admin${path}/app-nodes`, { app_nodes: [] });
    assert.equal(await bytes(), used);
    await tamper(DATABASE_URL, sql`delete from readmes`);
    await ada.owner.post(`${path}/extract`);
    await server.settle();
    assert.deepEqual(await readme(), shown);
    assert.equal(await bytes(), used);
  });

  test('200: not kept where the publisher may not have so much', async () => {
    const allow = async (definition_bytes: number) =>
      assert.equal(
        (await moderator.put('/admin/publishers/ada/quotas', { definition_bytes, reason: 'Asked for.' }))
          .status,
        200,
      );
    await allow(0);
    await publishFiles(server, ada, id, '1.0.0', files('# Blur\n'));
    await allow(2 ** 30);
    assert.deepEqual(await readme(), { parts: [] });
  });

  test('404: a deleted version, and one that is not there', async () => {
    await publishFiles(server, ada, id, '1.0.0', files('# Blur\n'));
    assertRefused(await server.anonymous.get(`/nodes/${id}/versions/9.9.9/readme`), 'version_not_found');
    await ada.owner.delete(`/publishers/ada${path}`);
    assertRefused(await server.anonymous.get(`${path}/readme`), 'version_not_found');
  });
});
