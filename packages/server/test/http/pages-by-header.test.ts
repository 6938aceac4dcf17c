import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { addMember, makePublisher, publishPending } from '../support/build.ts';
import type { Client, Reply } from '../support/client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const links = (reply: Reply): Record<string, string> =>
  Object.fromEntries(
    [...(reply.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to, rel]) => [
      rel,
      to,
    ]),
  );

/** Every page from the first on, by the links alone. */
const crawl = async (client: Client, path: string): Promise<unknown[][]> => {
  const pages: unknown[][] = [];
  for (let next: string | undefined = client.url + path; next !== undefined;) {
    const reply: Reply = await client.get(next);
    assert.equal(reply.status, 200, reply.text);
    pages.push(reply.json);
    next = links(reply)['next'];
  }
  return pages;
};

suite('lists that are bare arrays', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  const numbers = ['3.0.0', '2.0.0', '1.10.0', '1.9.0', '1.9.0-rc.1'];
  for (const number of numbers.toReversed()) {
    const { signedUrl, bytes } = await publishPending(ada, 'node', number);
    await anonymous.upload(signedUrl, bytes);
    await server.settle();
  }
  for (const name of ['two', 'three']) {
    await makePublisher(server, `${name}-of-ada`);
    await ada.owner.post('/publishers/ada/tokens', { name });
    await addMember(ada, await server.user(name));
    await ada.owner.post('/publishers', { id: `${name}-too` });
  }
  const lists: readonly (readonly [path: string, client: Client, total: number])[] = [
    ['/publishers', anonymous, 5],
    ['/nodes/node/versions', anonymous, 5],
    ['/publishers/ada/tokens', ada.owner, 3],
    ['/publishers/ada/members', ada.owner, 3],
    ['/users/publishers/', ada.owner, 3],
  ];

  for (const [path, client, total] of lists) {
    test(`${path}: a bare array as ever, which pages and headers divide`, async () => {
      const whole = await client.get(path);
      assert.equal(whole.json.length, total, whole.text);
      assert.equal(whole.headers.get('x-total-count'), String(total));
      assert.equal(whole.headers.get('link'), null, 'there is no other page');
      const pages = await crawl(client, `${path}?limit=2`);
      assert.deepEqual(
        pages.map(({ length }) => length),
        total === 5 ? [2, 2, 1] : [2, 1],
      );
      assert.deepEqual(pages.flat(), whole.json, 'nothing is repeated or left out');
      const second = await client.get(`${path}?limit=2&page=2`);
      const previous = await client.get(links(second)['prev'] ?? '');
      assert.deepEqual(previous.json, pages[0]);
      const behind = await client.get(`${path}?limit=2&page=900`);
      assert.deepEqual([behind.json, behind.headers.get('x-total-count')], [[], String(total)]);
      assert.deepEqual((await client.get(links(behind)['prev'] ?? '')).json, pages.at(-1));
    });

    test(`${path}: a page and a limit out of bounds are served within them`, async () => {
      for (const query of [
        'limit=1001',
        'limit=9007199254740993',
        'limit=0',
        'limit=-1',
        'page=0',
        'page=-7',
      ]) {
        const reply = await client.get(`${path}?${query}`);
        assert.deepEqual([reply.status, reply.json.length], [200, total], query);
      }
      for (const query of ['limit=ten', 'page=1.5']) {
        assertRefused(await client.get(`${path}?${query}`), 'invalid_request', query);
      }
    });
  }

  test('versions keep their order over pages, and a link what else was asked', async () => {
    const reply = await anonymous.get(
      '/nodes/node/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusBanned&limit=2',
    );
    assert.deepEqual(
      reply.json.map(({ version }) => version),
      numbers.slice(0, 2),
    );
    const { next } = links(reply);
    assert.deepEqual(new URL(next ?? '').searchParams.getAll('statuses'), [
      'NodeVersionStatusActive',
      'NodeVersionStatusBanned',
    ]);
    const known = await anonymous.get('/nodes/node/versions?limit=2');
    const kept = await anonymous.get('/nodes/node/versions?limit=2');
    assert.deepEqual(
      [kept.headers.get('link'), kept.headers.get('x-total-count')],
      [known.headers.get('link'), '5'],
      'an answer that is kept has the same headers',
    );
  });

  test('the target of a request may be a whole URL, with the prefix as well', async (t) => {
    const ask = (url: string, target: string) =>
      sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\n\r\n`);
    for (const target of [server.url, 'HTTP://elsewhere:80', '']) {
      const { next } = links(await ask(server.url, `${target}/publishers?limit=1`));
      assert.equal(next, `${server.url}/publishers?limit=1&page=2`, target);
    }
    const behind = await startServer(t, { PUBLIC_URL: 'https://registry.example.org/of/nodes' });
    for (const target of ['https://registry.example.org/of/nodes', 'http://elsewhere', ''])
      assert.equal((await ask(behind.url, `${target}/limits`)).status, 200, target);
    assert.equal((await ask(behind.url, 'http://elsewhere/of/others/limits')).status, 404);
    for (const target of ['http://elsewhere', 'http://elsewhere?page=1'])
      assert.match((await ask(server.url, target)).text, /<link rel="canonical" href="[^"]*[0-9]\/"/, target);
  });

  test('a list without a limit holds at most the newest 1,000', async (t) => {
    const server = await startServer(t);
    for (let index = 0; index < 5; index += 1) await makePublisher(server, `new-${index}`);
    const { store } = server.server.context;
    const at = '2020-01-01T00:00:00.000Z';
    await store.write({ actor: 'server' }, async (tx) => {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        id: `old-${index}`,
        folded_id: `old-${index}`,
        profile_json: '{}',
        status: 'PublisherStatusActive' as const,
        created_at: at,
        deleted_at: null,
      }));
      for (let start = 0; start < rows.length; start += 100) {
        await tx.db
          .insertInto('publishers')
          .values(rows.slice(start, start + 100))
          .execute();
      }
    });
    const reply = await server.anonymous.get('/publishers');
    assert.equal(reply.json.length, 1_000);
    assert.equal(reply.headers.get('x-total-count'), '1005');
    const rest = await server.anonymous.get(links(reply)['next'] ?? '');
    assert.deepEqual(
      rest.json.map(({ createdAt }: { createdAt: string }) => createdAt),
      Array.from({ length: 5 }, () => at),
    );
  });

  test('the log of changes clamps its limit as other lists do', async () => {
    const moderator = await server.moderator();
    const count = async (query: string) =>
      (await moderator.get(`/admin/changes?${query}`)).json.changes?.length;
    const all = await count('limit=1000');
    assert.ok(all > 10 && all < 100, String(all));
    for (const query of ['limit=1001', 'limit=9007199254740993', 'limit=0', 'limit=-1']) {
      assert.equal(await count(query), all, query);
    }
    assert.equal(await count('limit=2'), 2);
  });
});
