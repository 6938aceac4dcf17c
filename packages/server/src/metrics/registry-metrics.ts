import { define } from './metric-definition.ts';

/** Metrics of the registry, the same in every process. */
export const registryMetrics = define({
  databaseUp: {
    name: 'patchbay_database_up',
    type: 'gauge',
    labels: [],
    help: '1 if the database responded within 2 seconds; otherwise 0, and the metrics below are absent.',
  },
  listed: {
    name: 'patchbay_listed',
    type: 'gauge',
    labels: ['list'],
    help: 'Nodes, versions and app-nodes in the public lists.',
  },
  versions: {
    name: 'patchbay_versions',
    type: 'gauge',
    labels: ['status'],
    help: 'Versions by status, each counted up to 100,000; Active ones are `patchbay_listed{list="versions"}`.',
  },
  queueAge: {
    name: 'patchbay_review_queue_oldest_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest Flagged version, or 0 if none is waiting for a moderator; `patchbay_versions{status="NodeVersionStatusFlagged"}` is their number.',
  },
  ruleFound: {
    name: 'patchbay_check_rule_found_versions',
    type: 'gauge',
    labels: ['rule', 'shadow'],
    help: 'Versions in which a rule of the current checks found something; rules without any are absent.',
  },
  ruleHeld: {
    name: 'patchbay_check_rule_held_versions',
    type: 'gauge',
    labels: ['rule', 'shadow'],
    help: 'Versions that this rule alone held for a moderator; with `shadow="yes"`, that it would have held.',
  },
  jobs: {
    name: 'patchbay_jobs',
    type: 'gauge',
    labels: ['kind', 'state'],
    help: 'The 10,000 jobs due first, by state: `waiting`, `running`, `scheduled` for later, or `failed` and waiting for a retry.',
  },
  jobAge: {
    name: 'patchbay_job_oldest_waiting_seconds',
    type: 'gauge',
    labels: ['kind'],
    help: 'Time for which the longest waiting job of each kind has been due.',
  },
  lastSeq: {
    name: 'patchbay_log_last_seq',
    type: 'gauge',
    labels: [],
    help: 'The number of the last change in the log.',
  },
});
