import assert from 'node:assert/strict';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface Answer {
  status?: number;
  location?: string;
  body?: string;
}

/** A host of repositories: what it answers at each path, and what happens first. */
const openHost = async (t: TestContext) => {
  const files = new Map<string, Answer>();
  const before: { answer: () => Promise<unknown> } = { answer: () => Promise.resolve() };
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const { status = 200, location, body = '' } = files.get(path) ?? { status: 404 };
    await before.answer();
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  };
  const host = createServer((request, response) => void answer(request.url ?? '', response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => host.close());
  return { files, before, name: `127.0.0.1:${(host.address() as AddressInfo).port}` };
};

const codeIn = ({ json }: Reply): string => /# (pbc_[\w-]{43})"/.exec(json.message)?.[1] ?? 'no code';
const fileOf = (id: string, owner = 'ada') => `/${owner}/${id}/raw/HEAD/pyproject.toml`;

suiteOnBoth('claim-node', () => {
  const open = async (t: TestContext, settings: Record<string, string> = {}) => {
    const host = await openHost(t);
    const server = await startServer(t, {
      CLAIM_HOSTS: `${host.name},localhost:1`,
      OUTBOUND_PRIVATE: 'yes',
      ...settings,
    });
    const moderator = await server.moderator();
    const ada = await makePublisher(server, 'ada');
    const list = async (id: string, repository = `http://${host.name}/ada/${id}`) => {
      const reply = await moderator.post('/admin/nodes', {
        id,
        ...(repository === '' ? {} : { repository }),
      });
      assert.equal(reply.status, 201, reply.text);
    };
    const claim = (id: string, { owner, id: publisher }: Pick<typeof ada, 'owner' | 'id'> = ada) =>
      owner.post(`/publishers/${publisher}/nodes/${id}/claim-my-node`, { GH_TOKEN: 'unused' });
    return { host, server, moderator, ada, list, claim };
  };

  test('204: who puts the line into the repository has the node, and publishes', async (t) => {
    const { host, server, ada, list, claim } = await open(t);
    await list('Orphan');
    const told = await claim('orphan');
    assertRefused(told, 'forbidden');
    assert.match(told.json.message, /add the line "# pbc_[\w-]{43}" to pyproject\.toml/);
    assert.ok(told.json.details[0].message.endsWith(fileOf('Orphan')), told.text);
    host.files.set(fileOf('Orphan'), { status: 302, location: '/raw/orphan.toml' });
    host.files.set('/raw/orphan.toml', { body: `[project]\nname = "orphan"\n# ${codeIn(told)}\n` });
    assert.deepEqual([(await claim('orphan')).status, (await claim('orphan')).status], [204, 204]);
    assert.equal((await server.anonymous.get('/nodes/orphan')).json.publisher.id, 'ada');
    await publishActive(server, ada, 'Orphan', '1.0.0');
    assert.equal((await server.anonymous.get('/nodes/orphan/install')).status, 200);
  });

  test('403: the line of another publisher, another node or another repository proves nothing', async (t) => {
    const { host, server, moderator, list, claim } = await open(t);
    const eve = await makePublisher(server, 'eve');
    await list('Wanted');
    await list('Other');
    const [wanted, other] = [codeIn(await claim('wanted')), codeIn(await claim('other'))];
    host.files.set(fileOf('Wanted'), { body: wanted });
    assertRefused(await claim('wanted', eve), 'forbidden');
    host.files.set(fileOf('Wanted'), { body: other });
    assertRefused(await claim('wanted'), 'forbidden');
    await moderator.put('/admin/nodes/wanted', {
      repository: `http://${host.name}/eve/wanted`,
      reason: 'Found.',
    });
    host.files.set(fileOf('wanted', 'eve'), { body: wanted });
    assertRefused(await claim('wanted'), 'forbidden');
  });

  test('403: a node that has a publisher, and a caller who is not a member', async (t) => {
    const { server, ada, list, claim } = await open(t);
    const bob = await makePublisher(server, 'bob');
    await bob.owner.post('/publishers/bob/nodes', { id: 'Taken' });
    const taken = await claim('taken');
    assertRefused(taken, 'forbidden');
    assert.match(taken.json.message, /belongs to another publisher/);
    await list('Free');
    assertRefused(await claim('free', { owner: bob.owner, id: ada.id }), 'forbidden');
  });

  test('403: an unclaimed node, while all of them are banned', async (t) => {
    const { moderator, list, claim } = await open(t);
    await list('Held');
    const set = (status: string) =>
      moderator.put('/admin/publishers/unclaimed_nodes', { status, reason: 'Looked at.' });
    assert.equal((await set('PublisherStatusBanned')).status, 200);
    assertRefused(await claim('held'), 'node_banned');
    assert.equal((await set('PublisherStatusActive')).status, 200);
    assertRefused(await claim('held'), 'forbidden');
  });

  test('what changes while the repository is read counts', async (t) => {
    const { host, server, moderator, list, claim } = await open(t);
    await list('Slow');
    await list('Moved');
    for (const id of ['Slow', 'Moved']) host.files.set(fileOf(id), { body: codeIn(await claim(id)) });
    host.before.answer = () =>
      moderator.put('/admin/nodes/moved', { repository: `http://${host.name}/eve/moved`, reason: 'Found.' });
    assertRefused(await claim('moved'), 'illegal_transition');
    host.before.answer = () => moderator.post('/publishers/ada/ban', { reason: 'Checked.' });
    assertRefused(await claim('slow'), 'publisher_banned');
    assert.equal((await server.anonymous.get('/nodes/slow')).json.publisher.id, 'unclaimed_nodes');
  });

  test('403 and 503: a repository that answers too much, from elsewhere, or not at all', async (t) => {
    const { host, list, claim } = await open(t);
    const cases: Record<string, [Answer, number, RegExp]> = {
      Large: [{ body: 'x'.repeat(70_000) }, 403, /over 65536 bytes/],
      Loop: [{ status: 302, location: fileOf('Loop') }, 403, /redirects more than 3 times/],
      Away: [{ status: 302, location: 'http://169.254.169.254/latest' }, 403, /not one that may be called/],
      Odd: [{ status: 302, location: 'http://[' }, 403, /not well-formed/],
      File: [{ status: 302, location: 'file:///etc/passwd' }, 403, /does not begin with https/],
      Broken: [{ status: 500 }, 503, /answers with status 500/],
    };
    for (const [id, [answer, status, message]] of Object.entries(cases)) {
      await list(id);
      host.files.set(fileOf(id), answer);
      const reply = await claim(id);
      assert.equal(reply.status, status, reply.text);
      assert.match(reply.json.message, message);
    }
    await list('Gone', 'http://localhost:1/ada/gone');
    assertRefused(await claim('gone'), 'unavailable');
    await list('Nowhere', '');
    assertRefused(await claim('nowhere'), 'illegal_transition');
  });

  test('403: no host is called that is not named, and none in a private network unless allowed', async (t) => {
    const { host, list, claim } = await open(t, {
      CLAIM_HOSTS: 'localhost,10.0.0.1,127.0.0.1',
      OUTBOUND_PRIVATE: 'no',
    });
    host.before.answer = () => Promise.reject(new Error('it was called'));
    const refused = {
      Plain: `http://${host.name}/ada/plain`,
      Loopback: 'https://127.0.0.1/ada/loopback',
      Private: 'https://10.0.0.1/ada/private',
      Hex: 'https://0x0a000001/ada/hex',
      Stranger: 'https://git.example/ada/stranger',
    };
    for (const [id, repository] of Object.entries(refused)) {
      await list(id, repository);
      const reply = await claim(id);
      assertRefused(reply, 'forbidden');
      assert.match(reply.json.message, /^The repository cannot be read: /, id);
    }
    await list('Name', 'https://localhost/ada/name');
    assertRefused(await claim('name'), 'unavailable');
  });
});
