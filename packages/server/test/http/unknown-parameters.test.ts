import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const header = 'patchbay-unknown-parameters';

suite('unknown-parameters', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const listed = async (path: string) => (await anonymous.get(path)).headers.get(header);
  const counted = async () => {
    const name = 'patchbay_http_unknown_parameters_total{endpoint="listNodes",process="1"}';
    return (await readMetrics(server)).get(name) ?? 0;
  };

  test('an answer names the query parameters that its address does not know', async () => {
    assert.equal(await listed('/nodes?page=1&node=blur&form=x'), 'node, form');
    assert.equal(await listed('/nodes?page=1&app_version=1.0.0'), null);
    assert.equal(await listed('/nodes/none?shape=round'), 'shape', 'an error does as well');
    assert.equal(await listed('/nodes?page=x&shape=round'), 'shape');
    assert.equal(await listed('/health?x=1'), 'x');
  });

  test('so does a cached response, and each is counted', async () => {
    const path = '/nodes?limit=3&colour=red&size=2';
    const before = await counted();
    for (const round of [1, 2, 3]) {
      assert.equal(await listed(path), 'colour, size');
      assert.equal(await counted(), before + 2 * round, `round ${round}`);
    }
    await listed('/nodes?limit=3');
    await listed('/nodes?limit=3');
    assert.equal(await counted(), before + 6);
  });

  test('the names of a hostile caller are few, short and plain', async () => {
    const hostile = 'a%0d%0aset-cookie:%20x=1&%22%2c%20b=2&%F0%9F%98%80=3&=4&__proto__=5&constructor=6';
    const value = await listed(`/nodes?${hostile}`);
    assert.match(value ?? '', /^[\w.-]+(, [\w.-]+)*$/);
    assert.doesNotMatch(value ?? '', /cookie:/);
    const many = Array.from({ length: 500 }, (_, index) => `${'p'.repeat(60)}${index}=1`).join('&');
    const names = (await listed(`/nodes?${many}`))?.split(', ') ?? [];
    assert.equal(names.length, 10);
    assert.ok(names.every((name) => name.length === 40));
  });

  test('a page of another origin may read it', async () => {
    const reply = await anonymous.get('/nodes?x=1', { origin: 'https://site.example' });
    assert.match(reply.headers.get('access-control-expose-headers') ?? '', /Patchbay-Unknown-Parameters/);
  });
});
