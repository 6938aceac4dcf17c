import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Range } from 'semver';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import type { Reply } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const paths = (reply: Reply): string[] =>
  (reply.json.details ?? []).map((detail: { path: string }) => detail.path);

suite('bounds of a search', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const search = (query: string) => server.anonymous.get(`/nodes/search?${query}`);

  test('400: more than 8 words, and words of more than 64 characters', async () => {
    const words = Array.from({ length: 9 }, (_, index) => `w${index}`);
    for (const name of ['search', 'app_node_search']) {
      assert.equal((await search(`${name}=${words.slice(1).join('+')}`)).status, 200);
      const many = await search(`${name}=${words.join('+')}`);
      assertRefused(many, 'invalid_request');
      assert.deepEqual(paths(many), [`/${name}`]);
      assert.equal((await search(`${name}=${encodeURIComponent('é'.repeat(64))}`)).status, 200);
      assertRefused(await search(`${name}=${'x'.repeat(65)}`), 'invalid_request');
    }
    assert.equal((await search(`search=${'same+'.repeat(30)}`)).status, 200, 'each word counts once');
  });

  test('200: a range of host versions is parsed once', async (t) => {
    const count = 120;
    for (let index = 0; index < count; index += 1) {
      const made = await ada.owner.post('/publishers/ada/nodes', {
        id: `host-${index}`,
        supported_app_version: `>=0.${index}.0 <${Math.floor(Math.random() * 1e9) + 1}.${index}.0`,
      });
      assert.equal(made.status, 201, made.text);
    }
    const parse = t.mock.method(Range.prototype, 'parseRange');
    const ask = async (version: string): Promise<number> =>
      (await search(`compatible=true&app_version=${version}&limit=1`)).json.total;
    assert.ok((await ask('0.60.0')) >= 61);
    assert.ok(parse.mock.callCount() <= count, String(parse.mock.callCount()));
    parse.mock.resetCalls();
    for (const version of ['0.1.0', '0.2.0', '0.3.0']) assert.ok((await ask(version)) >= 2);
    assert.equal(parse.mock.callCount(), 0);
  });

  test('200: what a search reads of one node is bounded, its id, name and first tags before its description', async () => {
    const description = `${'padding '.repeat(1_200)}needle`;
    const tags = ['findme', ...Array.from({ length: 20 }, () => 'x'.repeat(2_000))];
    const made = await ada.owner.post('/publishers/ada/nodes', {
      id: 'long',
      name: 'Hay',
      description,
      tags,
    });
    assert.equal(made.status, 201, made.text);
    assert.equal((await search('search=findme+hay+padding')).json.total, 1);
    assert.equal((await search('search=needle')).json.total, 0);
  });
});
