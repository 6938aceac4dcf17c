import { randomBytes } from 'node:crypto';
import { limits } from '@patchbay/contract';
import { publication } from '../build.ts';
import type { HostileFixture } from './open-hostile-fixture.ts';

/** A request as it is sent; `cut` sends only the beginning of the body, `hold` does not read the answer. */
export interface HostileRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  cut?: true;
  hold?: true;
}

type Make = (fixture: HostileFixture, index: number) => HostileRequest;

const json = { 'content-type': 'application/json' };
const node = '/publishers/mallory/nodes/fat-1';
const signed = (fixture: HostileFixture) => ({ ...json, authorization: `Bearer ${fixture.owner.bearer}` });

const fill = (start: string, item: (index: number) => string, end: string, bytesMax: number): string => {
  const parts: string[] = [];
  for (let bytes = start.length + end.length + 8; ;) {
    const part = item(parts.length);
    bytes += part.length + 1;
    if (bytes > bytesMax) return start + parts.join(',') + end;
    parts.push(part);
  }
};

const bulk = (body: string): HostileRequest => ({
  method: 'POST',
  path: '/bulk/nodes/versions',
  headers: json,
  body,
});
const { bulkBodyBytesMax, metadataBodyBytesMax, bodyBytesMax, bulkItemsMax } = limits;
const pair = (node_id: string, version: string) => JSON.stringify({ node_id, version });
const pairs = (make: (index: number) => string): string =>
  `{"node_versions":[${Array.from({ length: bulkItemsMax }, (_, index) => make(index)).join(',')}]}`;

const emptyItems = fill('{"node_versions":[', () => '{}', ']}', bulkBodyBytesMax);
const tooMany = fill('{"node_versions":[', () => '{}', ']}', 4 * 1024 * 1024);
const oddPairs = pairs((index) => pair('\u{1f600}'.repeat(50) + index, 'v'.repeat(200)));
const emptyPairs = pairs(() => '{}');
const wide = fill('{', (index) => `"k${index}":1`, '}', metadataBodyBytesMax);
const deep = `{"junk":${'['.repeat(metadataBodyBytesMax / 2 - 20)}${']'.repeat(metadataBodyBytesMax / 2 - 20)}}`;
const tongues = fill('{"translations":{"de":{', (index) => `"k${index}":1`, '}}}', metadataBodyBytesMax);
const prototypes = fill('{"junk":[', () => '{"__proto__":1}', ']}', metadataBodyBytesMax);
const longText = `{"description":"${'x'.repeat(metadataBodyBytesMax - 40)}"}`;
const garbage = randomBytes(200_000);

const update =
  (body: string): Make =>
  (fixture) => ({ method: 'PUT', path: node, headers: signed(fixture), body });
const read =
  (path: (index: number, fixture: HostileFixture) => string, hold = false): Make =>
  (fixture, index) => ({
    method: 'GET',
    path: path(index, fixture),
    // As browsers and tools send it, so that nothing is answered from a proxy.
    ...(hold ? { hold: true as const } : {}),
  });
const upload =
  (request: Partial<HostileRequest>): Make =>
  (fixture, index) => {
    const { pathname, search } = new URL(fixture.uploads[index % fixture.uploads.length] ?? fixture.url);
    const headers = { 'content-type': 'application/zip' };
    return { method: 'PUT', path: pathname + search, headers, body: garbage, ...request };
  };

/** As expensive as we know to make a request. Each address is new, so that no kept answer serves it. */
export const hostileRequests: Readonly<Record<string, Make>> = {
  'bulk of empty items': () => bulk(emptyItems),
  'bulk of empty pairs': () => bulk(emptyPairs),
  'bulk over its limit': () => bulk(tooMany),
  'bulk of odd pairs': () => bulk(oddPairs),
  'bulk of one fat version': () => bulk(pairs(() => pair('fat-0', '1.0.0'))),
  'bulk of all fat versions': (fixture, index) =>
    bulk(pairs((item) => pair(`F${'aA'[index % 2]}t-0`, `1.0.${item % fixture.versions}`))),
  'search of long words': read((index) => {
    const words = Array.from({ length: 8 }, (_, word) => 'a'.repeat(17 + word));
    return `/nodes/search?search=${words.join('+')}&limit=100&x=${index}`;
  }),
  'search of short words': read(
    (index) =>
      `/nodes/search?search=${['a', 'b', 'aa', 'ab', 'ba', 'at', 'fa', 't-'].join('+')}&limit=100&x=${index}`,
  ),
  'search that finds nothing': read(
    (index) => `/nodes/search?search=aaaaaaaaaaaaaaaaaaaab&app_node_search=zz+zq+z+q&x=${index}`,
  ),
  'search for a host': read(
    (index) => `/nodes/search?search=fat&compatible=true&app_version=0.${index}.1&x=${index}`,
  ),
  'page of fat nodes': read((index) => `/nodes?limit=1000&include_translations=true&x=${index}`),
  'page of a filter': read(
    (index) =>
      `/nodes?limit=1000&include_translations=true&compatible=true&app_version=1.0.${index}&sort=name`,
  ),
  'page of fat versions': read((index) => `/versions?limit=100&x=${index}`),
  'versions of a node': read((index) => `/nodes/fat-0/versions?statuses=NodeVersionStatusActive&x=${index}`),
  'page that nobody reads': read(
    (index) => `/nodes?limit=1000&include_translations=true&hold=${index}`,
    true,
  ),
  'update of many keys': update(wide),
  'update of depth': update(deep),
  'update of translations': update(tongues),
  'update of prototypes': update(prototypes),
  'update of a long text': update(longText),
  'update of all there may be': (fixture, index) => ({
    method: 'PUT',
    path: node,
    headers: signed(fixture),
    body: JSON.stringify({ tags: Array.from({ length: 30 }, () => `${index % 7}${'x'.repeat(2_000)}`) }),
  }),
  publish: (fixture, index) => ({
    method: 'POST',
    path: '/publishers/mallory/nodes/fat-2/versions',
    headers: signed(fixture),
    body: JSON.stringify({
      ...publication(fixture.token, `3.0.${index % 50}`),
      node_version: { version: `3.0.${index % 50}`, changelog: `${index}`.padEnd(50_000, 'x') },
    }),
  }),
  'sign-in of a long body': () => ({
    method: 'POST',
    path: '/auth/sign-in/email',
    headers: json,
    body: fill('{', (index) => `"k${index}":"x"`, '}', bodyBytesMax),
  }),
  'sign-in with another password': () => ({
    method: 'POST',
    path: '/auth/sign-in/email',
    headers: json,
    body: '{"email":"moderator@example.org","password":"not the password"}',
  }),
  'upload that is no zip': upload({}),
  'upload cut short': upload({ cut: true }),
  'bulk cut short': () => ({ ...bulk(oddPairs), cut: true }),
  'long address': read((index) => `/nodes/${'x'.repeat(15_000)}${index}`),
  'unusual method': (_, index) => ({
    method: ['PROPFIND', 'REPORT', 'TRACE', 'QUERY'][index % 4] ?? '',
    path: '/nodes/fat-0',
  }),
};
