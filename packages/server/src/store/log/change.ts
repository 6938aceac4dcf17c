import type { ChangeKind, ChangeOf, changeKinds } from '@patchbay/contract';

/** Who makes a transaction, and in which request. */
export interface Cause {
  /** `user:<id>`, `token:<id>`, `operator` (at the command line) or `server`. */
  actor: string;
  requestId?: string;
}

/** What identifies a resource in the log. A record of the resource will do. */
export interface Identity {
  node: { key: string };
  version: { id: string; nodeKey: string };
  'app-node': { version: Identity['version']; name: string };
  publisher: { id: string };
  token: { id: string };
  'trusted-publisher': { id: string };
  webhook: { id: string };
  user: { id: string };
  job: { id: string };
  report: { id: string };
  proposal: { id: string };
}

export interface Subject {
  /** `<resource>:<id>` */
  subject: string;
  /** The node whose public answers the change may alter; null when that is no single one. */
  nodeKey: string | null;
}

/** JSON leaves out a key without a value, so an optional one may be given as undefined. */
type Given<Part> = {
  [Key in keyof Part]: object extends Pick<Part, Key> ? Part[Key] | undefined : Part[Key];
};

type NewChangeOf<Kind extends ChangeKind> = {
  [Key in keyof ChangeOf<Kind>]: Key extends 'before' | 'after'
    ? Given<ChangeOf<Kind>[Key]>
    : ChangeOf<Kind>[Key];
} & { about: Identity[(typeof changeKinds)[Kind]['resource']] };

/** A change of any kind with what it is about. */
export type NewChange = { [Kind in ChangeKind]: NewChangeOf<Kind> }[ChangeKind];

/** A row of the log as followers need it. */
export interface LoggedChange extends Subject {
  seq: number;
  /** One of `ChangeKind`, or one that only a newer version knows. */
  kind: string;
}

/** A version that waits for its package is in no document and no public list, and quotas are nowhere. */
export const kindsOutsideDocuments: ReadonlySet<string> = new Set<ChangeKind>([
  'version.published',
  'version.republished',
  'version.expired',
  'node.quotas-set',
]);
