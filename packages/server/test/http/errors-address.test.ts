import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import { type Endpoint, endpoints } from '@patchbay/contract';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const list = '/publishers/ada/nodes/v2';

/** Methods of the registry that the parser of the runtime does not know. */
const rareMethods = [
  'BASELINE-CONTROL',
  'CHECKIN',
  'LABEL',
  'MKREDIRECTREF',
  'MKWORKSPACE',
  'ORDERPATCH',
  'UNCHECKOUT',
  'UPDATE',
  'UPDATEREDIRECTREF',
  'VERSION-CONTROL',
];

/** What some addresses take besides, for they are also those of a node and of a publisher. */
const alsoTaken: Readonly<Record<string, readonly string[]>> = {
  '/publishers/{publisherId}/nodes/v2': ['PUT', 'DELETE'],
  '/publishers/validate': ['PUT', 'DELETE'],
};

suite('errors of an address', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { owner } = ada;
  const { anonymous } = server;
  for (const id of ['one', 'two', 'three']) await publishActive(server, ada, id, '1.0.0');

  test('400: percent-encoding that is none, or not of UTF-8', async () => {
    for (const path of [
      '/nodes/%',
      '/nodes/%zz',
      '/nodes/%f',
      '/nodes/%ff',
      '/nodes/%c3%28',
      '/nodes/%ed%a0%80',
    ]) {
      assertRefused(await anonymous.get(path), 'invalid_request', path);
    }
  });

  test('400: a query parameter twice, where one is asked for', async () => {
    for (const path of [
      `/nodes/one/install?version=1.0.0&version=1.0.0`,
      '/publishers/validate?username=a&username=b',
      `${list}?page=1&page=1`,
    ]) {
      const reply = await owner.get(path);
      assertRefused(reply, 'invalid_request', path);
      assert.equal(reply.json.details.length, 1);
    }
  });

  test('400: a query parameter of another type or beyond its bounds, named by its path', async () => {
    const cases: Readonly<Record<string, string>> = {
      [`${list}?page=x`]: '/page',
      [`${list}?page=`]: '/page',
      [`${list}?page=1.5`]: '/page',
      [`${list}?page=null`]: '/page',
      [`${list}?page=true`]: '/page',
      [`${list}?page=1e400`]: '/page',
      [`${list}?page=9007199254740993`]: '/page',
      [`${list}?limit=ten`]: '/limit',
      [`${list}?limit=10.5`]: '/limit',
      [`${list}?limit=NaN`]: '/limit',
      [`${list}?include_banned=maybe`]: '/include_banned',
      [`${list}?include_banned=`]: '/include_banned',
      '/publishers/validate': '/username',
      '/nodes/one?include_translations=perhaps': '/include_translations',
    };
    for (const [path, fault] of Object.entries(cases)) {
      const reply = await owner.get(path);
      assertRefused(reply, 'invalid_request', `${path} ${reply.text}`);
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        [fault],
        path,
      );
    }
    for (const star of ['0', '6', '1e400', 'five', '']) {
      assertRefused(await owner.post(`/nodes/one/reviews?star=${star}`), 'invalid_request', star);
    }
    const moderator = await server.moderator();
    for (const query of ['after=-1', 'after=1e400', 'after=9007199254740993', 'limit=1.5', 'limit=ten']) {
      assertRefused(await moderator.get(`/admin/changes?${query}`), 'invalid_request', query);
    }
    assertRefused(await moderator.get('/admin/versions?statuses=Lost'), 'invalid_request');
  });

  test('200: a page and a limit out of bounds are served within them', async () => {
    const cases: readonly (readonly [query: string, page: number, limit: number, nodes: number])[] = [
      ['', 1, 10, 3],
      ['limit=2', 1, 2, 2],
      ['limit=2&page=2', 2, 2, 1],
      ['limit=2&page=3', 3, 2, 0],
      ['limit=0', 1, 10, 3],
      ['limit=-5', 1, 10, 3],
      ['limit=101', 1, 100, 3],
      ['limit=99999999999999999999', 1, 100, 3],
      ['limit=007', 1, 7, 3],
      ['page=0', 1, 10, 3],
      ['page=-9007199254740993', 1, 10, 3],
      ['page=9007199254740991', 9_007_199_254_740_991, 10, 0],
      ['page=9007199254740991&limit=100', 9_007_199_254_740_991, 100, 0],
    ];
    for (const [query, page, limit, count] of cases) {
      const { status, json } = await owner.get(`${list}?${query}`);
      assert.deepEqual([status, json.page, json.limit, json.nodes?.length], [200, page, limit, count], query);
      assert.deepEqual([json.total, json.totalPages], [3, Math.ceil(3 / limit)], query);
    }
  });

  test('400: an integer that is none hides no other fault', async () => {
    const reply = await owner.get('/nodes?page=x&limit=1e1&sort=nonsense&include_banned=maybe');
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(reply.json.details.map(({ path }) => path).toSorted(), [
      '/include_banned',
      '/limit',
      '/page',
      '/sort',
    ]);
  });

  test('400: an integer that is not written in decimal digits', async () => {
    for (const text of [
      '1e1',
      '0x10',
      '%2B5',
      '%205',
      '5%20',
      '5.0',
      '1e400',
      '0b1',
      'Infinity',
      '٥',
      '--5',
      '',
    ]) {
      for (const name of ['limit', 'page']) {
        const reply = await owner.get(`${list}?${name}=${text}`);
        assertRefused(reply, 'invalid_request', `${name}=${text}`);
        assert.deepEqual(
          reply.json.details.map(({ path }) => path),
          [`/${name}`],
        );
      }
      assertRefused(await owner.post(`/nodes/one/reviews?star=${text}`), 'invalid_request', text);
    }
  });

  test('200: unknown query parameters are ignored', async () => {
    assert.equal(
      (await owner.get(`${list}?junk=1&junk=2&__proto__=3&constructor=4&=5&a[b]=6`)).json.total,
      3,
    );
  });

  test('401: an Authorization header of another form', async () => {
    const { bearer = '' } = owner;
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      bearer,
      `Basic ${bearer}`,
      `Bearer a ${bearer}`,
      'Bearer é',
    ]) {
      const reply = await anonymous.get(list, { authorization });
      assertRefused(reply, 'unauthenticated', authorization);
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
      assert.equal(
        (await anonymous.get('/nodes/one', { authorization })).status,
        200,
        'a public read stays one',
      );
    }
    assert.equal((await anonymous.get(list, { authorization: `bearer  ${bearer} ` })).status, 200);
  });

  test('404: nothing there, and nothing that could be there', async () => {
    for (const path of ['/nothing/here', '//nodes/one', '/NODES/one', '/nodes/one/extra', '/.env']) {
      assertRefused(await anonymous.get(path), 'not_found', path);
    }
    assertRefused(await anonymous.get('/nodes/a%00b'), 'not_found');
    assertRefused(await anonymous.get('/nodes/..%2f..%2fetc'), 'node_not_found');
    assertRefused(await anonymous.get('/nodes/one/install?version=1.0.0%00'), 'version_not_found');
    assertRefused(await anonymous.get('/nodes/one/install?version=%zz'), 'version_not_found');
    assertRefused(await anonymous.get('/packages/ada/one/..%2f..%2fregistry.db'), 'version_not_found');
    for (const id of ['__proto__', 'constructor', 'hasOwnProperty', 'null', 'undefined']) {
      assertRefused(await anonymous.get(`/nodes/${id}`), 'node_not_found', id);
    }
  });

  test('405: every address names the methods it takes', async () => {
    const all: Endpoint[] = Object.values(endpoints);
    for (const [path, group] of Map.groupBy(all, (endpoint) => endpoint.path)) {
      const taken = new Set<string>([...group.map(({ method }) => method), ...(alsoTaken[path] ?? [])]);
      const allow = [...taken, ...(taken.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'].filter(
        (one) => !allow.includes(one),
      )) {
        const reply = await owner.send(method, path.replaceAll(/[{}]/g, ''));
        assertRefused(reply, 'method_not_allowed', `${method} ${path}`);
        assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), allow, path);
      }
    }
  });

  test('405: pages, forms and files of the site name their methods, too', async () => {
    const pages = {
      '/': 'GET, HEAD, OPTIONS',
      '/search': 'GET, HEAD, OPTIONS',
      '/n/one/versions.atom': 'GET, HEAD, OPTIONS',
      '/robots.txt': 'GET, HEAD, OPTIONS',
      '/docs/start.js': 'GET, HEAD, OPTIONS',
      '/sign-in': 'GET, HEAD, POST, OPTIONS',
      '/sign-out': 'POST, OPTIONS',
    };
    for (const [path, allow] of Object.entries(pages)) {
      const reply = await anonymous.send('DELETE', path);
      assertRefused(reply, 'method_not_allowed', path);
      assert.equal(reply.headers.get('allow'), allow, path);
    }
  });

  test('405: whatever method there is in the registry of methods', async () => {
    const taken = ['GET', 'HEAD', 'OPTIONS', 'CONNECT'];
    for (const method of [...METHODS, ...rareMethods].filter((one) => !taken.includes(one))) {
      const request = `${method} /nodes/one HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
      const reply = await sendRaw(server.url, `${request}\r\n`);
      assertRefused(reply, 'method_not_allowed', method);
      assert.equal(reply.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assertRefused(await sendRaw(server.url, `${request}Content-Length: 2\r\n\r\n{}`), 'method_not_allowed');
    }
    for (const method of ['PROPFIND', 'UPDATE']) {
      const head = `${method} /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      assertRefused(await sendRaw(server.url, head), 'not_found', method);
    }
    for (const [method, path] of [
      ['PROPFIND', '/nodes/%zz'],
      ['REPORT', '/nodes/%ff'],
    ]) {
      const malformed = await sendRaw(
        server.url,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      assertRefused(malformed, 'invalid_request');
    }
    const inEscapes = await sendRaw(
      server.url,
      'PROPFIND /%6eodes/one/?a=b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assertRefused(inEscapes, 'method_not_allowed');
    const proxied = await sendRaw(
      server.url,
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    );
    assertRefused(proxied, 'method_not_allowed');
    const head = await anonymous.send('HEAD', '/bulk/nodes/versions');
    assert.deepEqual([head.status, head.headers.get('allow')], [405, 'POST, OPTIONS']);
  });
});
