import { heaviestWorkflow } from '../site/hostile-workflows.ts';
import type { Arena } from './arena.ts';
import type { Attack, Attacks } from './attack.ts';

const json = { 'content-type': 'application/json' };
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

const get =
  (path: (arena: Arena, index: number) => string, headers?: (index: number) => Record<string, string>) =>
  (arena: Arena, index: number) => ({
    method: 'GET',
    path: path(arena, index),
    ...(headers === undefined ? {} : { headers: headers(index) }),
  });
const node = ({ victim }: Arena) => `/nodes/${victim.nodeId}`;
const zip = ({ victim }: Arena) => `/packages/${victim.publisherId}/${victim.nodeId}/1.0.0.zip`;

const workflow = heaviestWorkflow();

const reads = 'the rate `reads` of the address';
const turns = '`CONNECTIONS_PER_ADDRESS` requests in progress';

const read = (does: string, bound: string, request: NonNullable<Attack['request']>): Attack => ({
  does,
  bound,
  request,
});

/** Reads that cost more than they should, or are never the same. */
export const readAttacks: Attacks = {
  'kept reads': read('reads one kept response as fast as it can', turns, get(node)),
  'ETag walk': read(
    'guesses at ETags',
    turns,
    get(node, (index) => ({ 'if-none-match': `"${index}"` })),
  ),
  'reads past the cache': read(
    'sends a bearer token that nobody has, so that nothing is kept',
    reads,
    get(node, (index) => ({ authorization: `Bearer ${index}` })),
  ),
  'unknown ids': read(
    'asks for nodes that are not there',
    reads,
    get((_, index) => `/nodes/none-${index}`),
  ),
  'spellings of an id': read(
    'writes one id in upper and lower case, and percent-encoded',
    'kept under the canonical URL',
    get(({ victim }, index) => {
      const spelled = victim.nodeId
        .split('')
        .map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter));
      return `/nodes/${index % 2 === 0 ? spelled.join('') : encodeURIComponent(spelled.join('')).replace('-', '%2D')}`;
    }),
  ),
  'unknown parameters': read(
    'adds a hundred unknown parameters, new ones each time',
    `${reads}; ten of them are named`,
    get(
      (arena, index) =>
        `${node(arena)}?${letters
          .map((letter) => `${letter}${index}=1`)
          .join('&')
          .repeat(4)}`,
    ),
  ),
  'broken escapes': read(
    'asks for pages with 14,000 parameters that are no text',
    '`query_parameters_max`',
    get((_, index) => `/search?q=${index}&dry_run=1${'&%ff'.repeat(14_000)}`),
  ),
  'broken forms': read('sends forms with 60,000 fields that are no text', '`form_fields_max`', () => ({
    method: 'POST',
    path: '/theme',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '%ff&'.repeat(60_000),
  })),
  'long lists in headers': read(
    'reads one kept response, and sends 25,000 encodings or ETags each time',
    '256 characters and 50 ETags',
    get(node, (index) => ({ [index % 2 === 0 ? 'accept-encoding' : 'if-none-match']: 'a,'.repeat(25_000) })),
  ),
  'cache-busting queries': read(
    'adds a new parameter each time',
    reads,
    get((arena, index) => `${node(arena)}?x=${index}`),
  ),
  'deep pages': read(
    'asks for pages at the end, and past it',
    `${reads} by items; positions`,
    get((_, index) => `/nodes?limit=1000&page=${index % 2 === 0 ? 2 ** 40 : (index % 50) + 1}&x=${index}`),
  ),
  'cursor loops': read(
    'walks all app-nodes in a circle',
    `${reads} by items`,
    get((_, index) => `/app-nodes?limit=1000&page=${(index % 3) + 1}&x=${index}`),
  ),
  timestamps: read(
    'asks what changed since every millisecond',
    `${reads} by items; deadline of reads`,
    get((_, index) => `/nodes?limit=100&timestamp=${new Date(1_780_000_000_000 + index).toISOString()}`),
  ),
  'odd versions of the host': read(
    'filters with versions of the host that nobody has',
    `${reads} by items; ranges are compared once for each`,
    get(
      (_, index) =>
        `/nodes?limit=100&compatible=true&app_version=${index}.${'9'.repeat(15)}.0-rc.${'1.'.repeat(50)}0`,
    ),
  ),
  'a thousand ids': read(
    'names a thousand nodes in a filter',
    '`node_ids_max` and the length of a URL',
    get(
      (_, index) =>
        `/nodes?${Array.from({ length: 1_000 }, (_each, at) => `node_id=n${index}-${at}`).join('&')}`,
    ),
  ),
  'every pair of letters': read(
    'searches for every pair of letters',
    'ten tokens of `reads`; 1 s of processor time in another thread',
    get(
      (_, index) =>
        `/nodes/search?limit=100&search=${letters[index % 26]}${letters[(index >> 4) % 26]}&x=${index}`,
    ),
  ),
  'repositories by part': read(
    'searches for a part of every repository',
    'ten tokens of `reads`; deadline of searches',
    get((_, index) => `/nodes/search?limit=100&repository_url_search=${letters[index % 26]}&x=${index}`),
  ),
  'bulk of misses': read('a thousand pairs that are not there', `${reads} by items`, (_, index) => ({
    method: 'POST',
    path: '/bulk/nodes/versions',
    headers: json,
    body: JSON.stringify({
      node_versions: Array.from({ length: 1_000 }, (_each, at) => ({
        node_id: `n${index}-${at}`,
        version: '1.0.0',
      })),
    }),
  })),
  'free ids': read(
    'asks which ids are free',
    reads,
    get((_, index) => `/publishers/validate?username=p${index}`),
  ),
  'log of changes': read(
    'reads the log of changes without the right to',
    `${reads}; moderators only`,
    get(
      (_, index) => `/admin/changes?limit=1000&after=${index}`,
      () => ({ authorization: 'Bearer none' }),
    ),
  ),
  'guesses at sessions': read(
    'guesses at session tokens',
    reads,
    get(
      () => '/auth/get-session',
      (index) => ({ authorization: `Bearer guess-${index}` }),
    ),
  ),
  'guesses at tokens': read(
    'guesses at personal access tokens',
    reads,
    get(
      () => '/users',
      (index) => ({ authorization: `Bearer pbp_${String(index).padStart(40, 'x')}` }),
    ),
  ),
  metrics: read(
    'scrapes the metrics',
    'one text a second',
    get(() => '/metrics'),
  ),
  health: read(
    'asks whether the server is alive',
    turns,
    get(() => '/health'),
  ),
  readiness: read(
    'asks whether the server is ready',
    'one look at a time for all',
    get(() => '/ready'),
  ),
  'docs and their assets': read(
    'loads the page at /docs, the OpenAPI document and the limits',
    `${reads}; ${turns}`,
    get((_, index) => ['/docs', '/openapi.json', '/limits', '/openapi'][index % 4] ?? ''),
  ),
  'HEAD requests': read('asks for heads alone', turns, (arena, index) => ({
    method: 'HEAD',
    path: index % 2 === 0 ? node(arena) : zip(arena),
  })),
  preflights: read('sends preflights of other origins', turns, (arena, index) => ({
    method: 'OPTIONS',
    path: node(arena),
    headers: {
      origin: `https://${index}.example.org`,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    },
  })),
  'unknown paths': read(
    'asks for what is not there at all',
    turns,
    get((_, index) => `/no/such/path/${index}`),
  ),
  'unknown paths to write': read('posts to what is not there at all', turns, (_, index) => ({
    method: 'POST',
    path: `/no/such/path/${index}`,
    headers: json,
    body: '{}',
  })),
  'one byte of a package': read(
    'fetches a package byte by byte',
    'the rate `downloads` of the address',
    get(zip, (index) => ({ range: `bytes=${index}-${index}` })),
  ),
  'many ranges': read(
    'asks for a thousand ranges at once',
    'several ranges get the whole package, by the rate `downloads`',
    get(zip, () => ({
      range: `bytes=${Array.from({ length: 1_000 }, (_, at) => `${2 * at}-${2 * at}`).join(',')}`,
    })),
  ),
  'whole packages': read('fetches packages again and again', 'the rate `downloads` of the address', get(zip)),
  'workflows to draw': read(
    'has the largest workflow drawn by the server',
    `${reads}, ten tokens at least; the bounds of a drawing`,
    () => ({
      method: 'POST',
      path: '/workflow',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ workflow }).toString(),
    }),
  ),
  'counted downloads': read(
    'installs a node again and again, each time from another forged address',
    'a download counts once a day for a client; no header is believed',
    get(
      ({ victim }) => `/nodes/${victim.nodeId}/install?version=1.0.0`,
      (index) => ({ 'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }),
    ),
  ),
};
