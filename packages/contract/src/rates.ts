/** Whose requests one bucket counts. */
export const rateSubjects = ['address', 'account', 'account and address', 'publisher'] as const;
type Subject = (typeof rateSubjects)[number];

export interface Rate {
  by: Subject;
  /** How many tokens the bucket holds, which is how many can be taken at once. */
  burst: number;
  /** How long an empty bucket takes to be full again. It fills evenly. */
  fullAfterSeconds: number;
  /** What the tokens are taken for, as a sentence names it. */
  of: string;
  /** Whether a request that is refused gives its tokens back, since nothing came of it. */
  isOfResults?: boolean;
  /** Whether a request takes more of them for a long body, one for each `limits.bodyBytesPerToken`. */
  weighsBodies?: boolean;
}

/**
 * The token buckets. An address is what `docs/api-design.md` counts as one client; the account of a personal access
 * token is that of the user who made it. Names stand in headers, metrics and the docs.
 */
export const rates = {
  reads: { by: 'address', burst: 10_000, fullAfterSeconds: 100, of: 'reads', weighsBodies: true },
  downloads: { by: 'address', burst: 10_000, fullAfterSeconds: 100, of: 'downloads' },
  'file-lists': { by: 'address', burst: 300, fullAfterSeconds: 300, of: 'lists of files' },
  uploads: { by: 'address', burst: 200, fullAfterSeconds: 20, of: 'uploads' },
  'writes-by-address': {
    by: 'address',
    burst: 1_000,
    fullAfterSeconds: 20,
    of: 'writes',
    weighsBodies: true,
  },
  writes: { by: 'account', burst: 100, fullAfterSeconds: 10, of: 'writes', weighsBodies: true },
  'writes-by-publisher': {
    by: 'publisher',
    burst: 200,
    fullAfterSeconds: 10,
    of: 'writes',
    weighsBodies: true,
  },
  publishes: { by: 'publisher', burst: 50, fullAfterSeconds: 50, of: 'publishes', isOfResults: true },
  inspections: { by: 'publisher', burst: 50, fullAfterSeconds: 600, of: 'inspections' },
  'refused-packages': { by: 'publisher', burst: 50, fullAfterSeconds: 600, of: 'refused packages' },
  publishers: { by: 'account', burst: 5, fullAfterSeconds: 3_600, of: 'new publishers', isOfResults: true },
  'publishers-by-address': {
    by: 'address',
    burst: 50,
    fullAfterSeconds: 3_600,
    of: 'new publishers',
    isOfResults: true,
  },
  'new-members': { by: 'account', burst: 30, fullAfterSeconds: 3_600, of: 'new members' },
  'new-members-by-address': { by: 'address', burst: 120, fullAfterSeconds: 3_600, of: 'new members' },
  claims: { by: 'account', burst: 10, fullAfterSeconds: 600, of: 'claims' },
  'webhook-tests': { by: 'account', burst: 10, fullAfterSeconds: 600, of: 'tests of webhooks' },
  renames: { by: 'account', burst: 10, fullAfterSeconds: 3_600, of: 'renames' },
  reviews: { by: 'account', burst: 30, fullAfterSeconds: 300, of: 'reviews' },
  reports: { by: 'account', burst: 10, fullAfterSeconds: 3_600, of: 'reports' },
  'sign-ups': { by: 'address', burst: 20, fullAfterSeconds: 600, of: 'sign-ups' },
  mails: { by: 'account', burst: 5, fullAfterSeconds: 3_600, of: 'messages to an address' },
  'mails-by-address': { by: 'address', burst: 20, fullAfterSeconds: 600, of: 'requests for messages' },
  'sign-ins': {
    by: 'account and address',
    burst: 10,
    fullAfterSeconds: 60,
    of: 'failed attempts to sign in',
  },
  'sign-ins-by-account': {
    by: 'account',
    burst: 120,
    fullAfterSeconds: 3_600,
    of: 'failed attempts to sign in',
  },
  'leaked-tokens': { by: 'address', burst: 60, fullAfterSeconds: 60, of: 'reports of leaked tokens' },
  'identity-exchanges': { by: 'address', burst: 120, fullAfterSeconds: 120, of: 'tokens of CI jobs' },
  'second-factors': {
    by: 'account',
    burst: 10,
    fullAfterSeconds: 3_600,
    of: 'wrong codes of a second factor',
  },
  'device-codes': { by: 'address', burst: 20, fullAfterSeconds: 600, of: 'device codes' },
  'device-polls': { by: 'address', burst: 500, fullAfterSeconds: 100, of: 'polls by devices' },
  'user-codes': { by: 'address', burst: 20, fullAfterSeconds: 60, of: 'user codes' },
  'sign-ins-by-address': { by: 'address', burst: 20, fullAfterSeconds: 60, of: 'attempts to sign in' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;
export const rateNames = Object.keys(rates) as RateName[];

/**
 * How many tokens a request takes; `items` is one for each `limits.itemsPerToken` that it asks for, `refusals` one if
 * its package is refused, and `failures` one if the password or the code was wrong.
 */
export type Weight = number | 'items' | 'refusals' | 'failures';

/** What a request takes of each bucket. */
export type RateCosts = Readonly<Partial<Record<RateName, Weight>>>;

/** What every write takes. */
export const writing = {
  'writes-by-address': 1,
  writes: 1,
  'writes-by-publisher': 1,
} as const satisfies RateCosts;

const units = [
  [1, 'a second'],
  [60, 'a minute'],
  [3_600, 'an hour'],
] as const;

/** How fast the bucket fills and how much it holds: `10 a second, 100 at once`. */
export const rateInWords = ({
  burst,
  fullAfterSeconds,
}: Pick<Rate, 'burst' | 'fullAfterSeconds'>): string => {
  const perSecond = burst / fullAfterSeconds;
  const [seconds, unit] = units.find(([seconds]) => perSecond * seconds >= 1) ?? units[2];
  return `${Math.round(perSecond * seconds * 10) / 10} ${unit}, ${burst} at once`;
};
