import * as fc from 'fast-check';

export const publishers = ['old', 'new', 'tight', 'banned'] as const;
export const nodes = [
  'fresh',
  'published',
  'similar',
  'elsewhere',
  'deleted',
  'banned',
  'unclaimed',
  'reserved',
  'malformed',
] as const;
export const tokens = ['own', 'of another', 'revoked', 'unknown'] as const;
export const versions = ['fresh', 'active', 'deleted', 'pending', 'malformed', 'loose', 'metadata'] as const;

/** One publish, with the package that follows it. */
export interface Publication {
  publisher: (typeof publishers)[number];
  node: (typeof nodes)[number];
  caller: 'owner' | 'stranger' | 'moderator';
  token: (typeof tokens)[number];
  version: (typeof versions)[number];
  bodyId: 'none' | 'same' | 'other';
  nodeMetadata: object;
  versionMetadata: object;
  package: string | undefined;
}

const large = (characters: number): string => 'ä'.repeat(characters);

/** Of each kind the first is the usual one, so that most publications have few faults. */
const usually = <Value>(usual: Value, others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

export const publications = (packages: readonly string[]): fc.Arbitrary<Publication> =>
  fc.record({
    publisher: usually('old', publishers),
    node: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('fresh' as const, 'published' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...nodes) },
    ),
    caller: usually('owner', ['stranger', 'moderator'] as const),
    token: usually('own', tokens),
    version: usually('fresh', versions),
    bodyId: usually('none', ['same', 'other'] as const),
    nodeMetadata: usually<object>({}, [
      { name: 'A name', license: 'MIT', repository: 'https://example.org/a' },
      { license: '', description: 'Shortened.' },
      { license: null },
      {
        description: large(10_000),
        tags: Array.from({ length: 100 }, (_, index) => `${index}${large(190)}`),
      },
      { repository: 'javascript:alert(1)' },
    ]),
    versionMetadata: usually<object>({}, [
      { changelog: 'First.', dependencies: ['numpy', 'torch==1.0'] },
      { changelog: large(40_000) },
      { deprecated: true, supported_os: ['Linux'] },
      { dependencies: 7 },
    ]),
    package: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: fc.constantFrom(...packages.filter((name) => !name.startsWith('hostile'))) },
      { weight: 1, arbitrary: fc.constantFrom(...packages) },
    ),
  });
