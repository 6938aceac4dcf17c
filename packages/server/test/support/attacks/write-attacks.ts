import { publication } from '../build.ts';
import type { Arena } from './arena.ts';
import { askFrom } from './ask-from.ts';
import type { Attack, Attacks } from './attack.ts';

const kib = 1024;
const fatText = (index: number) => `${index}`.padEnd(9_900, 'x');

const send = (method: string, path: string, bearer: string, body?: unknown) => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${bearer}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});
const node = ({ publisherId, nodeId }: Arena) => `/publishers/${publisherId}/nodes/${nodeId}`;
const writes = 'the rates `writes` and `writes-by-publisher`';

const write = (
  does: string,
  bound: string,
  growthMax: number,
  request: NonNullable<Attack['request']>,
): Attack => ({ does, bound, by: 'publisher', growthMax, request });

/** What a hundred writes of this many bytes take in the row, in the indexes and twice in the log. */
const hundredWritesOf = (bytes: number): number => 200 * 5 * (bytes + 4 * kib);

const edit = (body: (index: number) => unknown) => (arena: Arena, index: number) =>
  send('PUT', node(arena), arena.bearer, body(index));

/** Writes of somebody who may do each of them. */
export const writeAttacks: Attacks = {
  publishers: write(
    'creates publishers',
    'the rate and the quota `publishers` of the account',
    hundredWritesOf(0),
    ({ publisherId, bearer }, index) =>
      send('POST', '/publishers', bearer, { id: `${publisherId}-${index}`, name: 'x' }),
  ),
  nodes: write(
    'creates fat nodes',
    `${writes}; the quotas \`nodes\` and \`change_bytes\``,
    hundredWritesOf(60 * kib),
    ({ publisherId, bearer }, index) =>
      send('POST', `/publishers/${publisherId}/nodes`, bearer, {
        id: `${publisherId}-fat-${index}`,
        description: fatText(index),
        tags: Array.from({ length: 20 }, () => 'x'.repeat(2_000)),
      }),
  ),
  'edits of a node': write(
    'rewrites a node, so that the log grows',
    `${writes}; the quota \`change_bytes\``,
    hundredWritesOf(50 * kib),
    edit((index) => ({ tags: Array.from({ length: 20 }, (_, at) => `${index}-${at}`.padEnd(2_000, 'x')) })),
  ),
  translations: write(
    'rewrites the translations of a node',
    `${writes}; the quota \`change_bytes\``,
    hundredWritesOf(60 * kib),
    edit((index) => ({
      translations: Object.fromEntries(
        ['de', 'fr', 'ja', 'ko', 'es', 'it'].map((tag) => [tag, { description: fatText(index) }]),
      ),
    })),
  ),
  'edits that conflict': write(
    'rewrites one node over 32 connections at once',
    `${writes}; writes take turns`,
    hundredWritesOf(kib),
    edit((index) => ({ description: `take ${index}` })),
  ),
  'deep JSON': write(
    'nests lists 100,000 deep',
    'the count of containers',
    hundredWritesOf(kib),
    edit(() => `{"junk":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  ),
  'long numbers': write(
    'sends numbers of 100,000 digits',
    '`node_metadata_bytes_max`; ignored keys',
    hundredWritesOf(kib),
    edit(() => `{"junk":${'9'.repeat(100_000)},"name":1e${'9'.repeat(1_000)}}`),
  ),
  'one key many times': write(
    'repeats one key 50,000 times',
    '`body_keys_max`',
    hundredWritesOf(kib),
    edit(() => `{${'"name":"x",'.repeat(50_000)}"name":"y"}`),
  ),
  'forms of letters': write(
    'sends names that Unicode writes in many ways',
    '`name_chars_max`; control and zero-width characters are refused',
    hundredWritesOf(kib),
    edit((index) => ({ name: `${index}${'e\u0301\u0323\u{1d15e}'.repeat(30)}` })),
  ),
  deprecations: write(
    'deprecates a version to and fro',
    `${writes}; the quota \`change_bytes\``,
    hundredWritesOf(kib),
    (arena, index) =>
      send('PUT', `${node(arena)}/versions/1.0.0`, arena.bearer, { deprecated: index % 2 === 0 }),
  ),
  changelogs: write(
    'rewrites the changelog of a version',
    `${writes}; the quota \`change_bytes\``,
    hundredWritesOf(50 * kib),
    (arena, index) =>
      send('PUT', `${node(arena)}/versions/1.0.0`, arena.bearer, {
        changelog: `${index}`.padEnd(49_000, 'x'),
      }),
  ),
  'repeated publishes': write(
    'publishes one version again and again with other metadata',
    'the rate `publishes`; the quota `change_bytes`',
    hundredWritesOf(50 * kib),
    (arena, index) =>
      send('POST', `${node(arena)}/versions`, arena.bearer, {
        ...publication(arena.token, '2.0.0'),
        node_version: { version: '2.0.0', changelog: `${index}`.padEnd(49_000, 'x') },
      }),
  ),
  'versions without packages': write(
    'publishes versions and sends no package',
    'the rate `publishes`; the quota `pending_versions`',
    hundredWritesOf(4 * kib),
    (arena, index) =>
      send('POST', `${node(arena)}/versions`, arena.bearer, publication(arena.token, `3.0.${index}`)),
  ),
  tokens: {
    does: 'makes and revokes tokens',
    bound: `${writes}; the quota \`tokens\``,
    by: 'publisher',
    growthMax: hundredWritesOf(kib),
    request: async (arena, index) => {
      const path = `/publishers/${arena.publisherId}/tokens` as const;
      const [address = ''] = arena.addresses;
      const body = { name: `t${index}` };
      const { json } = await askFrom(arena.url, address, { path, bearer: arena.bearer, body });
      return send('DELETE', `${path}/${json.id ?? 'none'}`, arena.bearer);
    },
  },
  members: write(
    'invites somebody again and again',
    `${writes}; the quota \`members\``,
    hundredWritesOf(kib),
    ({ publisherId, bearer }, index) =>
      send('POST', `/publishers/${publisherId}/members`, bearer, {
        email: 'moderator@example.org',
        role: index % 2 === 0 ? 'owner' : 'member',
      }),
  ),
  'app-nodes': write(
    'rewrites an app-node of 200 kB',
    `${writes}; the quotas \`definition_bytes\` and \`change_bytes\``,
    hundredWritesOf(220 * kib),
    ({ nodeId, bearer }, index) =>
      send('PUT', `/nodes/${nodeId}/versions/1.0.0/app-nodes/Own`, bearer, {
        input_types: JSON.stringify({ text: `${index}`.padEnd(190_000, 'x') }),
      }),
  ),
  reviews: write(
    'gives a node other stars each time',
    'the rate and the quota `reviews`',
    hundredWritesOf(kib),
    ({ victim, bearer }, index) =>
      send('POST', `/nodes/${victim.nodeId}/reviews?star=${(index % 5) + 1}`, bearer),
  ),
  'deleted nodes': write(
    'deletes a node and takes it back',
    `${writes}; the quota \`change_bytes\``,
    hundredWritesOf(kib),
    edit((index) => ({ status: index % 2 === 0 ? 'NodeStatusDeleted' : 'NodeStatusActive' })),
  ),
  extractions: write(
    'has one package read again and again',
    'the rate `inspections` of the publisher; publishers take turns',
    hundredWritesOf(4 * kib),
    ({ nodeId, bearer }) => send('POST', `/nodes/${nodeId}/versions/1.0.0/extract`, bearer),
  ),
  checks: write(
    'has one package checked again and again',
    'the rate `inspections` of the publisher; publishers take turns',
    hundredWritesOf(4 * kib),
    ({ nodeId, bearer }) => send('POST', `/nodes/${nodeId}/versions/1.0.0/check`, bearer),
  ),
  claims: write(
    'claims nodes, so that the server calls foreign addresses',
    'the rate `claims` of the account; 5 s, 64 KiB, three redirects, public addresses of named hosts only',
    hundredWritesOf(kib),
    ({ publisherId, victim, bearer }) =>
      send('POST', `/publishers/${publisherId}/nodes/${victim.nodeId}/claim-my-node`, bearer),
  ),
  'writes of others': write(
    'writes what only others may write',
    `${writes}; rights come first`,
    hundredWritesOf(0),
    ({ victim, bearer }, index) =>
      send('PUT', `/publishers/${victim.publisherId}/nodes/${victim.nodeId}`, bearer, {
        description: fatText(index),
      }),
  ),
  'bans to and fro': {
    does: 'bans a publisher and lifts the ban, with the stolen token of a moderator',
    bound: 'writes take turns; demoting the moderator ends it',
    by: 'moderator',
    growthMax: 2_000 * 8 * kib,
    request: ({ moderator, publisherId }, index) =>
      send('PUT', `/admin/publishers/${publisherId}`, moderator, {
        status: index % 2 === 0 ? 'PublisherStatusBanned' : 'PublisherStatusActive',
        reason: 'Stolen.',
      }),
  },
  'log by a moderator': {
    does: 'reads all of the log, with the stolen token of a moderator',
    bound: 'the size of a response; few large ones at a time',
    by: 'moderator',
    request: ({ moderator }, index) => send('GET', `/admin/changes?limit=200&after=${index}`, moderator),
  },
};
