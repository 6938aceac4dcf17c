import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import type { Reply } from '../support/client.ts';
import { countChanges } from '../support/count-changes.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const json = { 'content-type': 'application/json' };
const node = '/publishers/ada/nodes/my-node';

const paths = (reply: Reply): string[] =>
  (reply.json.details ?? []).map((detail: { path: string }) => detail.path).sort();

const repeat = (open: string, core: string, close: string): string =>
  open.repeat(100_000) + core + close.repeat(100_000);

suite('errors of a body', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');
  const put = (body: string, headers: Record<string, string> = json) => ada.owner.put(node, body, headers);

  let before = 0;
  beforeEach(async () => {
    before = await countChanges(server);
  });
  afterEach(async () => {
    assert.equal(await countChanges(server), before, 'a refusal changes nothing');
  });

  test('every refusal has the one shape and no other key', async () => {
    const { json: refusal, headers } = await put('{"name":5}');
    assert.deepEqual(Object.keys(refusal), ['error', 'message', 'details', 'request_id']);
    assert.deepEqual(refusal.details, [{ path: '/name', message: 'must be a string or null' }]);
    assert.match(refusal.request_id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    const { json: plain } = await server.anonymous.get('/nodes/nobody-made-this');
    assert.deepEqual(Object.keys(plain), ['error', 'message', 'request_id']);
  });

  test('400: what is not JSON', async () => {
    const bodies = [
      '',
      ' ',
      '{',
      '{"name":"a"} x',
      "{'name':1}",
      '{"name":"a",}',
      'NaN',
      '{"name":"\n"}',
      '\u00a0{}',
    ];
    for (const body of bodies) {
      const reply = await put(body);
      assertRefused(reply, 'invalid_request', JSON.stringify(body));
      assert.deepEqual(paths(reply), ['']);
    }
  });

  test('400: bytes that are not UTF-8 are refused rather than replaced', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, 0x22, 0x7d]);
    const reply = await fetch(server.url + node, {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${ada.owner.bearer ?? ''}` },
      body,
    });
    assert.equal(reply.status, 400);
    assert.equal(((await reply.json()) as { error: string }).error, 'invalid_request');
  });

  test('400: JSON of another type than an object', async () => {
    for (const body of ['null', 'true', '1', '"text"', '[]', '[{}]']) {
      const reply = await put(body);
      assertRefused(reply, 'invalid_request', body);
      assert.deepEqual(reply.json.details, [{ path: '', message: 'must be an object' }], body);
    }
  });

  test('400: one detail for each fault, at its JSON Pointer', async () => {
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ name: true }, ['/name']],
      [{ name: 5, author: {}, tags: 'image' }, ['/author', '/name', '/tags']],
      [{ tags: ['a', 1, null] }, ['/tags/1', '/tags/2']],
      [
        { translations: { de: { name: 5 }, 'pt-BR': 5, 'a/b~c': {} } },
        ['/translations/a~1b~0c', '/translations/de/name', '/translations/pt-BR'],
      ],
      [{ name: 'x'.repeat(201) }, ['/name']],
      [{ description: 'x'.repeat(10_001) }, ['/description']],
      [{ icon: `https://${'x'.repeat(2_041)}` }, ['/icon']],
      [{ tags: Array.from({ length: 101 }, () => 'tag') }, ['/tags']],
      [{ status: 'NodeStatusGone' }, ['/status']],
    ];
    for (const [body, faults] of cases) {
      const reply = await put(JSON.stringify(body));
      assertRefused(reply, 'invalid_request', JSON.stringify(faults));
      assert.deepEqual(paths(reply), faults);
    }
    const publish = await ada.owner.post(`${node}/versions`, { node: null, node_version: { version: 1 } });
    assert.deepEqual(paths(publish), ['/node', '/node_version/version', '/personal_access_token']);
    const bulk = await server.anonymous.post('/bulk/nodes/versions', {
      node_versions: [null, { node_id: 'a' }, { node_id: 1, version: 'x'.repeat(201) }],
    });
    assertRefused(bulk, 'invalid_request');
    assert.deepEqual(paths(bulk), [
      '/node_versions/0',
      '/node_versions/1/version',
      '/node_versions/2/node_id',
      '/node_versions/2/version',
    ]);
  });

  test('400: no end of faults makes no end of details', async () => {
    const reply = await server.anonymous.post('/bulk/nodes/versions', {
      node_versions: Array.from({ length: 1_000 }, () => null),
    });
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details.length, limits.faultsMax);
  });

  test('400: a list over its size, without a look at what is in it', async () => {
    const items = (count: number) => ({ node_versions: Array.from({ length: count }, () => ({})) });
    const bulk = await server.anonymous.post('/bulk/nodes/versions', items(150_000));
    assertRefused(bulk, 'invalid_request');
    assert.deepEqual(paths(bulk), ['/node_versions']);
    const update = await put(JSON.stringify({ tags: Array.from({ length: 300_000 }, () => 1), name: 5 }));
    assert.deepEqual(paths(update), ['/name', '/tags']);
    const { node_versions } = items(1_001);
    assert.deepEqual(paths(await server.anonymous.post('/bulk/nodes/versions', { node_versions })), [
      '/node_versions',
    ]);
  });

  test('400: NUL and lone surrogates, wherever text is kept', async () => {
    for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', 'a\\udfff']) {
      for (const [body, path] of [
        [`{"name":"${text}"}`, '/name'],
        [`{"tags":["fine","${text}"]}`, '/tags/1'],
        [`{"translations":{"de":{"name":"${text}"}}}`, '/translations/de/name'],
      ] as const) {
        const reply = await put(body);
        assertRefused(reply, 'invalid_request', body);
        assert.deepEqual(paths(reply), [path]);
      }
    }
    const id = await ada.owner.post('/publishers/ada/nodes', '{"id":"a\\u0000b"}');
    assertRefused(id, 'invalid_id');
    const version = await ada.owner.post(`${node}/versions`, {
      personal_access_token: ada.token,
      node: {},
      node_version: { version: '1.0.0\0' },
    });
    assertRefused(version, 'invalid_version');
  });

  test('400: numbers that are too large or no integers', async () => {
    for (const number of ['1e400', '-1e400', '9007199254740993', '2147483648', '-1', '1.5', '"1"', 'true']) {
      for (const key of ['github_stars', 'search_ranking']) {
        const reply = await put(`{"${key}":${number}}`);
        assertRefused(reply, 'invalid_request', number);
        assert.deepEqual(paths(reply), [`/${key}`]);
      }
    }
  });

  test('400: a value beyond a bound is told the bound in words', async () => {
    const { json: over } = await put('{"github_stars":2147483648,"search_ranking":-1}');
    assert.deepEqual(over.details, [
      { path: '/github_stars', message: 'must be at most 2147483647' },
      { path: '/search_ranking', message: 'must be at least 0' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]));
    const { json: wide } = await put(JSON.stringify(many));
    assert.deepEqual(wide.details, [{ path: '', message: 'must have at most 1000 keys' }]);
    const events = ['node.updated', 'node.updated'];
    const twice = await ada.owner.post('/publishers/ada/webhooks', { url: 'https://example.org', events });
    assert.deepEqual(twice.json.details, [{ path: '/events', message: 'must not have the same item twice' }]);
  });

  test('400: times that are none, or too late to be written with four digits of a year', async () => {
    for (const expiresAt of [
      'tomorrow',
      '2026-01-07',
      '2026-13-01T00:00:00Z',
      '2027-02-29T00:00:00Z',
      '2028-02-30T00:00:00Z',
      '2027-04-31T00:00:00+02:00',
      '2027-01-01T24:00:00Z',
      '2027-01-01T00:00:60Z',
      '2027-01-01T00:00:00+24:00',
      '9999-12-31T23:59:59-23:59',
      '0000-01-01T00:00:00+23:59',
    ]) {
      const reply = await ada.owner.post('/publishers/ada/tokens', { name: 'robot', expiresAt });
      assertRefused(reply, 'invalid_request', expiresAt);
      assert.deepEqual(paths(reply), ['/expiresAt']);
    }
  });

  test('400: a hundred thousand levels deep', async () => {
    for (const body of [repeat('[', '', ']'), repeat('{"a":', '1', '}')]) {
      assertRefused(await put(`{"tags":${body}}`), 'invalid_request');
      assertRefused(await put(`{"translations":{"de":${body}}}`), 'invalid_request');
    }
    assertRefused(await put(repeat('[', '', '')), 'invalid_request');
  });

  test('413: a body over the limit, with or without a declared length', async () => {
    const large = JSON.stringify({ description: 'x'.repeat(4 * 1024 * 1024) });
    assertRefused(await put(large), 'body_too_large');
    const chunked = await fetch(server.url + node, {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${ada.owner.bearer ?? ''}` },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    assert.deepEqual(
      [chunked.status, ((await chunked.json()) as { error: string }).error],
      [413, 'body_too_large'],
    );
  });

  test('415: any Content-Type but the one of the address, and none at all', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/zip',
      'application/jsonp',
      ';',
      'x',
    ];
    for (const type of types) {
      assertRefused(await put('{"name":"a"}', { 'content-type': type }), 'unsupported_media_type', type);
    }
    const untyped = await fetch(server.url + node, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada.owner.bearer ?? ''}` },
      body: new Blob(['{"name":"a"}']),
    });
    assert.equal(untyped.status, 415);
  });

  test('the address, the method and the caller are judged before the body is read', async () => {
    for (const body of ['{', 'x'.repeat(5_000_000)]) {
      assertRefused(await ada.owner.post('/nowhere', body), 'not_found');
      assertRefused(await ada.owner.send('PATCH', node, body), 'method_not_allowed');
      assertRefused(await server.anonymous.put(node, body), 'unauthenticated');
    }
  });
});

/** As large as a body may be, and as expensive to judge as we know to make them. */
const hostileBodies: Readonly<Record<string, (bytes: number) => string>> = {
  'a list of objects without their keys': (bytes) => `{"tags":[${'{},'.repeat(bytes / 3 - 10)}{}]}`,
  'one key after the other': (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 13) - 2 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'translations of a key each': (bytes) =>
    `{"translations":{${Array.from({ length: Math.floor(bytes / 14) - 10 }, (_, index) => `"k${index}":1`).join(',')}}}`,
  'fields of a translation': (bytes) =>
    `{"translations":{"de":{${Array.from({ length: Math.floor(bytes / 14) - 10 }, (_, index) => `"k${index}":1`).join(',')}}}}`,
  depth: (bytes) => `{"junk":${'['.repeat(bytes / 2 - 20)}${']'.repeat(bytes / 2 - 20)}}`,
  'depth of objects': (bytes) => `{"junk":${'{"a":'.repeat(bytes / 7)}1${'}'.repeat(bytes / 7)}}`,
  'a long text': (bytes) => `{"name":"${'x'.repeat(bytes - 20)}"}`,
  'a long text of wide characters': (bytes) => `{"name":"${'😀'.repeat(bytes / 4 - 20)}"}`,
  prototypes: (bytes) => `{"junk":[${'{"__proto__":1},'.repeat(bytes / 16 - 10)}1]}`,
};

suite('the cost of a body', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishPending(ada, 'my-node', '1.0.0');

  for (const [what, write] of Object.entries(hostileBodies)) {
    test(`is bounded, and the details are: ${what}`, async () => {
      const body = write(limits.metadataBodyBytesMax);
      assert.ok(Buffer.byteLength(body) <= limits.metadataBodyBytesMax);
      for (const send of [
        () => ada.owner.put(node, body),
        () => ada.owner.post(`${node}/versions`, `{"node":${body.slice(0, -20)}`),
        () => ada.owner.post(`${node}/versions`, body),
      ]) {
        const reply = await send();
        assert.ok([200, 400, 413].includes(reply.status), reply.text.slice(0, 500));
        assert.ok((reply.json.details ?? []).length <= limits.faultsMax);
        assert.ok(reply.text.length < 20_000);
      }
    });
  }

  test('400: an object of more keys than any has, those that are ignored included', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]));
    const path = `/publishers/${ada.id}/nodes/my-node` as const;
    assert.equal((await ada.owner.put(path, keys(limits.objectKeysMax))).status, 200);
    assert.deepEqual(paths(await ada.owner.put(path, keys(limits.objectKeysMax + 1))), ['']);
    const translations = { de: keys(limits.objectKeysMax + 1) };
    assert.deepEqual(paths(await ada.owner.put(path, { translations })), ['/translations/de']);
    const publish = await ada.owner.post(`${path}/versions`, { node: keys(limits.objectKeysMax + 1) });
    assert.deepEqual(paths(publish), ['/node', '/node_version', '/personal_access_token']);
  });

  test('an empty body is no body, whatever its content type', async () => {
    const type = { 'content-type': 'application/json' };
    const removed = await ada.owner.send('DELETE', node, undefined, type);
    assert.equal(removed.status, 204, removed.text);
    const missing = await ada.owner.send('PUT', node, undefined, type);
    assertRefused(missing, 'invalid_request');
    assert.deepEqual(missing.json.details, [{ path: '', message: 'must be an object' }]);
  });
});

suite('what of a body is taken', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');

  test('200: unknown keys, whatever is in them, and keys of the server', async () => {
    const body = `{"name":"Kept","junk":${repeat('[', '', ']')},"downloads":7,"latest_version":{"version":5}}`;
    const reply = await ada.owner.put(node, body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.name, 'Kept');
    assert.equal(reply.json.downloads, 0);
    assert.equal('junk' in reply.json, false);
  });

  test('200: keys that would reach a prototype', async () => {
    const body =
      '{"name":"Safe","__proto__":{"isModerator":true},"constructor":{"prototype":{"isModerator":true}},"translations":{"__proto__":{"name":"x"},"de":{"name":"y"}}}';
    const reply = await ada.owner.put(node, body);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json.translations, { de: { name: 'y' } });
    assert.equal(({} as Record<string, unknown>)['isModerator'], undefined);
    assert.equal((await ada.owner.get('/admin/users')).status, 403);
  });

  test('200: a text as long as it may be, counted in characters and not in units of an encoding', async () => {
    assert.equal((await ada.owner.put(node, { name: '😀'.repeat(200) })).status, 200);
    assertRefused(await ada.owner.put(node, { name: '😀'.repeat(201) }), 'invalid_request');
  });

  test('200: a Content-Type with parameters, and a byte order mark', async () => {
    const type = { 'content-type': 'Application/JSON; charset=UTF-8' };
    assert.equal((await ada.owner.put(node, '\ufeff{"name":"Marked"}', type)).json.name, 'Marked');
  });
});
