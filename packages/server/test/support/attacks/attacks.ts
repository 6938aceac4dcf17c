import { hostileRequests } from '../hostile/hostile-requests.ts';
import { accountAttacks } from './account-attacks.ts';
import type { Attack, Attacks } from './attack.ts';
import { packageAttacks } from './package-attacks.ts';
import { readAttacks } from './read-attacks.ts';
import { wireAttacks } from './wire-attacks.ts';
import { writeAttacks } from './write-attacks.ts';

/** What bounds the kinds of hostile requests, by their first word. */
const bounds: Readonly<Record<string, string>> = {
  bulk: 'the bounds of a bulk; the rate `reads` by items; slices',
  search: 'ten tokens of `reads`; 1 s of processor time in another thread',
  page: 'the size of a response, few large ones at a time; the rate `reads` by items',
  versions: 'the size of a response; the rate `reads`',
  update: 'the bounds of a body; the rate `writes`; the quota `change_bytes`',
  publish: 'the rate `publishes`; the quota `change_bytes`',
  'sign-in': 'the rates of sign-ins; the bounds of a body',
  upload: 'the room for uploads; nothing is kept',
  long: 'the length of a URL',
  unusual: 'refused without work',
};

const expensive: Attacks = Object.fromEntries(
  Object.entries(hostileRequests).map(([kind, make]): [string, Attack] => [
    kind,
    {
      does: `sends the most expensive request of its kind`,
      bound: bounds[kind.split(' ')[0] ?? ''] ?? '',
      by: 'publisher',
      ownsMallory: true,
      growthMax: 60_000_000,
      request: ({ hostile }, index) => make(hostile, index),
    },
  ]),
);

/** Everything that we know a stranger to do to everyone else. */
export const attacks: Attacks = {
  ...expensive,
  ...readAttacks,
  ...wireAttacks,
  ...accountAttacks,
  ...writeAttacks,
  ...packageAttacks,
};
