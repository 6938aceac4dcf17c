/** What the server does on its own, each kind of job. */
export const jobKinds = [
  'receive-package',
  'extract-app-nodes',
  'reap',
  'replicate',
  'deliver-webhook',
  'send-mail',
  'check-domains',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Running: a process holds it. Failed: it is tried again. Waiting: it is due. Scheduled: it is not due yet. */
export const jobStates = ['running', 'failed', 'waiting', 'scheduled'] as const;
export type JobState = (typeof jobStates)[number];
