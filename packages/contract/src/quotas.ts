/** Whom a quota is for. */
export const quotaSubjects = ['account', 'publisher', 'node'] as const;
export type QuotaSubject = (typeof quotaSubjects)[number];

export interface QuotaRow {
  subject: QuotaSubject;
  default: number;
  /** The highest value that a moderator can set; the lowest is `min`, by default 0. */
  max: number;
  min?: number;
  /** Whether its use is counted, which it is unless this is false. */
  isCounted?: false;
  unit: string;
  means: string;
}

const countMax = 1_000_000;
const bytesMax = 2 ** 50;

/**
 * How much a subject may have. What is kept counts, also when it is deleted: an id, a version number and a package
 * stay taken. A moderator can set another maximum for one subject.
 */
export const quotas = {
  publishers: {
    subject: 'account',
    default: 10,
    max: countMax,
    unit: 'publishers',
    means: 'Publishers that the account created, deleted ones included, because their ids stay taken.',
  },
  reviews: {
    subject: 'account',
    default: 1_000,
    max: countMax,
    unit: 'reviews',
    means: 'Nodes that the account reviewed.',
  },
  reports: {
    subject: 'account',
    default: 200,
    max: countMax,
    unit: 'reports',
    means: 'Reports that the account sent to the moderators, answered ones included.',
  },
  change_bytes: {
    subject: 'account',
    default: 2 ** 30,
    max: bytesMax,
    unit: 'bytes of changes',
    means: 'The changes that the account and the tokens it made caused, as JSON, because the log keeps them.',
  },
  nodes: {
    subject: 'publisher',
    default: 1_000,
    max: countMax,
    unit: 'nodes',
    means: 'Nodes of the publisher, deleted ones included, because their ids stay taken.',
  },
  versions: {
    subject: 'node',
    default: 5_000,
    max: countMax,
    unit: 'versions',
    means: 'Versions of the node, Pending and deleted ones included, because their numbers stay taken.',
  },
  ids: {
    subject: 'node',
    default: 5,
    max: countMax,
    unit: 'ids',
    means: 'Ids that the node got besides its first one, former ones included, because they stay taken.',
  },
  pending_versions: {
    subject: 'publisher',
    default: 100,
    max: countMax,
    unit: 'Pending versions',
    means: 'Versions of the publisher that wait for their package or for their checks.',
  },
  package_bytes: {
    subject: 'publisher',
    default: 50 * 2 ** 30,
    max: bytesMax,
    unit: 'bytes of packages',
    means: 'The stored packages of the publisher, those of deleted versions included.',
  },
  definition_bytes: {
    subject: 'publisher',
    default: 2 ** 30,
    max: bytesMax,
    unit: 'bytes of app-nodes',
    means:
      'The names of the app-nodes of all versions of the publisher, their definitions as JSON, and the readmes.',
  },
  tokens: {
    subject: 'publisher',
    default: 100,
    max: countMax,
    unit: 'tokens',
    means: 'Personal access tokens of the publisher that are not revoked, expired ones included.',
  },
  trusted_publishers: {
    subject: 'publisher',
    default: 100,
    max: countMax,
    unit: 'trusted publishers',
    means: 'Rules by which CI jobs may publish for the publisher.',
  },
  members: {
    subject: 'publisher',
    default: 100,
    max: countMax,
    unit: 'members',
    means: 'Members of the publisher, owners included.',
  },
  webhooks: {
    subject: 'publisher',
    default: 10,
    max: countMax,
    unit: 'webhooks',
    means: 'Webhooks of the publisher, those included that are turned off.',
  },
  rate_factor: {
    subject: 'publisher',
    default: 1,
    min: 1,
    max: 100,
    isCounted: false,
    unit: 'times the rates',
    means: 'How many times the usual rates the publisher may have.',
  },
} as const satisfies Readonly<Record<string, QuotaRow>>;

export type QuotaName = keyof typeof quotas;
export const quotaNames = Object.keys(quotas) as QuotaName[];

export type QuotaNameOf<Subject extends QuotaSubject> = {
  [Name in QuotaName]: (typeof quotas)[Name]['subject'] extends Subject ? Name : never;
}[QuotaName];

/** The quotas of one kind of subject. */
export const quotasOf = <Subject extends QuotaSubject>(subject: Subject): QuotaNameOf<Subject>[] =>
  quotaNames.filter((name): name is QuotaNameOf<Subject> => quotas[name].subject === subject);
