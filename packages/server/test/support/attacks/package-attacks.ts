import { randomBytes } from 'node:crypto';
import { publication, zip } from '../build.ts';
import type { HostileRequest } from '../hostile/hostile-requests.ts';
import type { Arena } from './arena.ts';
import { askFrom } from './ask-from.ts';
import type { Attack, Attacks } from './attack.ts';

const noise = randomBytes(1_000_000);
const small = await zip({ '__init__.py': '' });
/** Eight files of 100 MB: 800 kB packed. */
const bomb = await zip(
  Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, '0'.repeat(2 ** 22)])),
);
/** Names of 50,000 characters, as many as fit: 7 kB packed. */
const longNames = await zip({
  '__init__.py': `class N:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {str(i) + "n" * 50000: N for i in range(5000)}\n`,
});
/** As slow to read as we know to make one. */
const slow = await zip(
  Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `m${index}.py`,
      `import q\n${'if q.a:\n    x = 1\nelse:\n    x = 2\n'.repeat(20_000)}`,
    ]),
  ),
);

const put = (address: string, body: Uint8Array, more: Partial<HostileRequest> = {}): HostileRequest => {
  const { pathname, search } = new URL(address);
  const headers = { 'content-type': 'application/zip' };
  return { method: 'PUT', path: pathname + search, headers, body: Buffer.from(body), ...more };
};

/** Publishes a version and returns the upload of its package. */
const publishing =
  (bytes: (index: number) => Uint8Array, more?: Partial<HostileRequest>) =>
  async (arena: Arena, index: number): Promise<HostileRequest> => {
    const { url, addresses, publisherId, nodeId, token, bearer } = arena;
    const [address = ''] = addresses;
    const path = `/publishers/${publisherId}/nodes/${nodeId}/versions` as const;
    const { json } = await askFrom(url, address, { path, bearer, body: publication(token, `4.0.${index}`) });
    return put(json.signedUrl ?? arena.uploadUrl, bytes(index), more);
  };

const upload = (
  does: string,
  bound: string,
  growthMax: number,
  request: NonNullable<Attack['request']>,
): Attack => ({ does, bound, by: 'publisher', growthMax, request });

const published = 'the rate `publishes` of the publisher';

/** Uploads, and packages that are hard to read. */
export const packageAttacks: Attacks = {
  'small packages': upload(
    'publishes as many packages as it can',
    `${published}; publishers take turns`,
    20_000_000,
    publishing(() => small),
  ),
  'packages that grow': upload(
    'publishes small packages that unpack to 32 MB',
    '`PACKAGE_RATIO_MAX`; one publisher never has all readers',
    4_000_000,
    publishing(() => bomb),
  ),
  'names that grow': upload(
    'publishes packages of 1 kB that define 264 MB of names',
    'the names and bytes of an extraction; the quota `definition_bytes`',
    20_000_000,
    publishing(() => longNames),
  ),
  'slow packages': upload(
    'publishes packages that take long to read',
    'steps and processor time of a reader, at a low priority after 5 s; publishers take turns',
    20_000_000,
    publishing(() => slow),
  ),
  'no packages': upload(
    'uploads a megabyte that is no zip',
    `${published}; nothing is kept`,
    4_000_000,
    publishing(() => noise),
  ),
  'abandoned uploads': upload(
    'leaves in the middle of uploads',
    'the room for uploads; what was staged is removed at once',
    4_000_000,
    publishing(() => noise, { cut: true }),
  ),
  'one grant many times': upload(
    'sends packages to one upload URL over all connections at once',
    'uploads for one version take turns; 16 of a publisher',
    4_000_000,
    ({ uploadUrl }, index) => put(uploadUrl, index % 2 === 0 ? noise : small),
  ),
  'forged upload URLs': {
    does: 'sends packages to upload URLs with forged signatures',
    bound: 'refused before the body; the rate `uploads` of the address',
    request: (_, index) =>
      put(
        `http://x/uploads/00000000-0000-7000-8000-000000000000?expires=99999999999&signature=${index}`,
        noise,
      ),
  },
};
