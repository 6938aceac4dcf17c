/**
 * Every kind of job, as its rows name it, with what its subject is the id of. There is one job for each kind and
 * subject, so that pair is the key by which jobs asked for twice become one. `jobs/index.ts` says what each does.
 */
export const jobKinds = {
  /** From the publish to the verdict. */
  'receive-package': 'version',
  /** From the verdict, or from someone who asks again, to the app-nodes. */
  'extract-app-nodes': 'version',
  /** Removes what nothing owns. Each run continues behind the package at which the last one stopped. */
  reap: 'package',
} as const;

export type JobKind = keyof typeof jobKinds;

/** Whether this version knows the kind. */
export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind);
