import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-advisory', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const year = server.clock.now().getUTCFullYear();
  const get = async (seq: number) => (await anonymous.get(`/advisories/x_PBR-${year}-${seq}`)).json;
  const setStatus = async (number: string, status: string, besides: object = {}) => {
    const body = {
      status: `NodeVersionStatus${status}`,
      status_reason: 'As a customer told us.',
      ...besides,
    };
    const reply = await moderator.put(`/admin/nodes/one/versions/${number}`, body);
    assert.equal(reply.status, 200, reply.text);
  };

  test('200: a version that was banned as malicious, in the OSV format', async () => {
    for (const number of ['1.0.0', '1.1.0']) await publishActive(server, ada, 'One', number);
    await setStatus('1.1.0', 'Banned', { advisory: 'Sends tokens to a stranger.' });
    const { published, modified, ...advisory } = await get(1);
    assert.equal(modified, published);
    assert.ok(Math.abs(Date.parse(published) - server.clock.now().getTime()) < minutes(1));
    const repository = encodeURIComponent(server.url).replaceAll('%3A', ':');
    assert.deepEqual(advisory, {
      schema_version: '1.7.5',
      id: `x_PBR-${year}-1`,
      summary: 'Malicious code in version "1.1.0" of "One"',
      details: 'Sends tokens to a stranger.',
      affected: [
        {
          package: {
            ecosystem: 'Patchbay',
            name: 'One',
            purl: `pkg:generic/ada/One?repository_url=${repository}`,
          },
          versions: ['1.1.0'],
        },
      ],
      database_specific: {
        registry: server.url,
        source: `${server.url}/advisories/x_PBR-${year}-1`,
        cwe_ids: ['CWE-506'],
      },
    });
  });

  test('200: the reason of the ban is nowhere in it; who installs the version is told of it', async () => {
    const { text } = await anonymous.get(`/advisories/x_PBR-${year}-1`);
    assert.doesNotMatch(text, /customer/);
    const refused = await anonymous.get('/nodes/one/install?version=1.1.0');
    assertRefused(refused, 'version_unavailable');
    assert.match(refused.json.message, new RegExp(`banned as malicious \\(x_PBR-${year}-1\\)`));
  });

  test('200: who asks for the version while its publisher is banned is told of it, too', async () => {
    const set = (status: string) =>
      moderator.put('/admin/publishers/ada', { status: `PublisherStatus${status}`, reason: 'Looked at.' });
    await set('Banned');
    for (const path of ['install?version=1.1.0', 'versions/1.1.0']) {
      const refused = await anonymous.get(`/nodes/one/${path}`);
      assertRefused(refused, 'node_banned');
      assert.match(refused.json.message, new RegExp(`as malicious \\(x_PBR-${year}-1\\)`));
    }
    assert.doesNotMatch((await anonymous.get('/nodes/one/install?version=1.0.0')).json.message, /malicious/);
    await set('Active');
  });

  test('200: another text replaces the first one; members see both in the history', async () => {
    const before = await get(1);
    server.clock.advance(minutes(1));
    await setStatus('1.1.0', 'Banned', { advisory: 'Sends tokens to evil.example.' });
    const { details, modified, published } = await get(1);
    assert.equal(details, 'Sends tokens to evil.example.');
    assert.equal(published, before.published);
    assert.ok(modified > before.modified);
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    const change = changes.find(({ action }) => action === 'version.moderated');
    assert.deepEqual(
      [change.before.advisory.details, change.after.advisory.details],
      [before.details, details],
    );
  });

  test('200: a renamed node is named by each of its ids', async () => {
    const before = await get(1);
    server.clock.advance(minutes(1));
    const { status, text } = await ada.owner.post('/publishers/ada/nodes/one/rename', { id: 'Two' });
    assert.equal(status, 200, text);
    const { affected, modified } = await get(1);
    assert.deepEqual(
      affected.map(({ package: { name }, versions }) => [name, ...versions]),
      [
        ['Two', '1.1.0'],
        ['One', '1.1.0'],
      ],
    );
    assert.ok(modified > before.modified);
  });

  test('200: a lifted ban withdraws it, and the next ban has one of its own', async () => {
    server.clock.advance(minutes(1));
    await setStatus('1.1.0', 'Active');
    const withdrawn = await get(1);
    assert.equal(withdrawn.withdrawn, withdrawn.modified);
    assert.ok(withdrawn.modified > withdrawn.published);
    assert.match(withdrawn.summary, /^Withdrawn/);
    await setStatus('1.1.0', 'Banned');
    assert.equal((await anonymous.get('/advisories')).json.total, 1, 'a ban is not always for malice');
    await setStatus('1.1.0', 'Banned', { advisory: 'It does it again.', status_reason: 'Seen again.' });
    assert.equal((await get(2)).withdrawn, undefined);
    assert.deepEqual(await get(1), withdrawn);
  });

  test('200: a banned node with all versions that it had, until the ban is lifted', async () => {
    for (const number of ['1.10.0', '1.9.0']) await publishActive(server, ada, 'Whole', number);
    const ban = (advisory: string) =>
      moderator.post('/publishers/ada/nodes/whole/ban', { reason: 'Told.', advisory });
    const bans = await Promise.all([ban('Mines coins.'), ban('Mines coins.')]);
    assert.deepEqual(
      bans.map(({ status }) => status),
      [204, 204],
    );
    const { affected, summary } = await get(3);
    assert.equal(summary, 'Malicious code in "Whole"');
    assert.deepEqual(affected[0].versions, ['1.9.0', '1.10.0']);
    assert.deepEqual(affected[0].ranges, [{ type: 'SEMVER', events: [{ introduced: '0' }] }]);
    // Also once the ban of its publisher follows.
    for (const status of ['PublisherStatusBanned', 'PublisherStatusActive']) {
      for (const path of ['/nodes/whole', '/nodes/whole/install']) {
        const refused = await anonymous.send('GET', path);
        assertRefused(refused, 'node_banned', `${path} ${status}`);
        assert.match(refused.json.message, new RegExp(`\\(x_PBR-${year}-3\\)`));
      }
      await moderator.put('/admin/publishers/ada', { status, reason: 'Told.' });
    }
    assertRefused(await anonymous.get(`/advisories/x_PBR-${year}-4`), 'not_found');
    const renamed = await moderator.post('/publishers/ada/nodes/whole/rename', { id: 'All', reason: 'Odd.' });
    assert.equal(renamed.status, 200, renamed.text);
    const former = (await get(3)).affected[1];
    assert.deepEqual([former.package.name, Object.keys(former)], ['Whole', ['package', 'ranges']]);
    const lift = { status: 'NodeStatusActive', reason: 'It was another node.' };
    assert.equal((await moderator.put('/admin/nodes/whole', lift)).status, 200);
    assert.notEqual((await get(3)).withdrawn, undefined);
  });

  test('404: no such number, another year, no id of an advisory', async () => {
    for (const id of [`x_PBR-${year}-99`, `x_PBR-${year - 1}-1`, `x_PBR-${year}-01`, 'MAL-2026-1', '1']) {
      assertRefused(await anonymous.get(`/advisories/${id}`), 'not_found');
    }
  });
});
