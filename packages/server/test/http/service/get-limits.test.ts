import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits, quotas, rates, snakeCase } from '@patchbay/contract';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-limits', async () => {
  const server = await startServer({ after }, { PACKAGE_BYTES_MAX: '1234' });
  const reply = await server.anonymous.get('/limits');

  test('200: every limit, the defaults of all quotas, the rates, and what the operator set', () => {
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      reply.json.limits,
      Object.fromEntries(Object.entries(limits).map(([name, value]) => [snakeCase(name), value])),
    );
    assert.deepEqual(Object.keys(reply.json.quotas), Object.keys(quotas));
    assert.equal(reply.json.quotas['nodes']?.default, quotas.nodes.default);
    assert.deepEqual(Object.keys(reply.json.rates), Object.keys(rates));
    assert.equal(reply.json.rates['writes']?.burst, rates.writes.burst);
    assert.deepEqual(
      Object.entries(reply.json.rates).flatMap(([name, rate]) => (rate.weighs_bodies ? [name] : [])),
      ['reads', 'writes-by-address', 'writes', 'writes-by-publisher'],
    );
    assert.equal(reply.json.settings.package_bytes_max, 1_234);
    const { context } = server.server;
    for (const name of ['CONNECTIONS_MAX', 'CONNECTIONS_PER_ADDRESS', 'STAGING_BYTES_MAX'] as const) {
      assert.equal(reply.json.settings[name.toLowerCase()], context.config[name], name);
    }
    assert.equal(reply.json.settings['staging_free_bytes_min'], context.config.STAGING_FREE_BYTES_MIN);
  });

  test('304: for who has it', async () => {
    const etag = reply.headers.get('etag') ?? '';
    assert.equal((await server.anonymous.get('/limits', { 'if-none-match': etag })).status, 304);
    assert.equal(reply.headers.get('cache-control'), 'public, no-cache');
  });
});
