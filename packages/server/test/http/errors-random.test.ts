import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import * as fc from 'fast-check';
import { makePublisher, publishActive } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { countChanges } from '../support/count-changes.ts';
import { findUndocumented } from '../support/find-undocumented.ts';
import { sized } from '../support/length.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const seed = 20_260_107;
const runs = sized({ short: 8, long: 25 });

/** Any JSON, with odd texts and numbers, and with the keys of the endpoint more often than chance would. */
const bodyWith = (keys: readonly string[]): fc.Arbitrary<string> => {
  const odd = fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '1.0.0',
    '2026-13-01T00:00:00Z',
  );
  const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 20 }));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(text, fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(text, fc.constantFrom(...keys, 'id')), tie('value'), { maxKeys: 5 }),
    ),
  }));
  const likely = fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
  return fc.oneof(value, likely).map((body) => JSON.stringify(body));
};

const keysOf = ({ body }: Endpoint): readonly string[] =>
  typeof body === 'object' && 'properties' in body ? Object.keys(body['properties'] as object) : [];

/** A part of a path or a query, percent-encoded. */
const part = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom('my-node', 'ada', '1.0.0', '\0', '..', '.', '__proto__', '%', '1e400', '-1', 'true'),
  )
  .filter((text) => text.isWellFormed())
  .map(encodeURIComponent);

const reads = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET');
const bodied = Object.entries<Endpoint>(endpoints).filter(([, { body }]) => typeof body === 'object');

suite('random bodies', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');
  const moderator = await server.moderator();
  const bystander = (await (await server.user('bystander')).get('/users')).json.id;
  const values: Readonly<Record<string, string>> = {
    publisherId: 'ada',
    nodeId: 'my-node',
    version: '1.0.0',
    versionId: '1.0.0',
    appNodeName: 'Blur',
    userId: bystander,
  };
  let calls = 0;

  test('no path and no query of a read brings out a fault of ours', async () => {
    const read = fc.tuple(
      fc.constantFrom(...reads),
      fc.array(part, { minLength: 4, maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(
          'page',
          'limit',
          'version',
          'after',
          'email',
          'username',
          'statuses',
          'search',
          'sort',
          'app_node_search',
          'node_id',
          'timestamp',
          'supported_os',
          'app_version',
          'compatible',
        ),
        part,
      ),
    );
    await fc.assert(
      fc.asyncProperty(read, async ([[name, { path }], parts, query]) => {
        let next = 0;
        const address = path.replaceAll(/\{\w+\}/g, () => parts[next++] ?? '');
        const search = Object.entries(query).map(([key, value]) => `${key}=${value}`);
        const { status, text } = await moderator.get(`${address}?${search.join('&')}`);
        assert.ok(status < 500, `${name}: ${status} ${text}`);
      }),
      { seed, numRuns: sized({ short: 60, long: 300 }) },
    );
  });

  for (const [name, endpoint] of bodied) {
    test(`${name} answers every JSON and never with a fault of ours`, async () => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
      const { bearer } = endpoint.tag === 'moderation' ? moderator : ada.owner;
      const client = new Client(server.url, bearer);
      await fc.assert(
        fc.asyncProperty(bodyWith(keysOf(endpoint)), async (body) => {
          calls += 1;
          const before = await countChanges(server);
          const reply = await client.send(endpoint.method, path, body, {
            'content-type': 'application/json',
            'x-forwarded-for': `10.2.${calls >> 8}.${calls & 255}`,
          });
          assert.ok(reply.status < 500, `${reply.status} ${reply.text}`);
          assert.equal(findUndocumented(name as EndpointName, endpoint, reply), undefined, reply.text);
          if (reply.status < 400) return;
          assert.equal(reply.json.request_id, reply.headers.get('x-request-id'));
          assert.equal(await countChanges(server), before, 'a refusal changes nothing');
        }),
        { seed, numRuns: runs },
      );
    });
  }
});
