import { define } from './define.ts';

/** Of the database and the disk. */
export const storageMetrics = define({
  storageFailures: {
    name: 'patchbay_storage_failures_total',
    type: 'counter',
    help: 'Failures because the database or the package store was away. The log has the first and the last of a series.',
  },
  poolConnections: {
    name: 'patchbay_database_connections',
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Connections to PostgreSQL, `idle` or `busy`; with SQLite, the threads for long reads.',
  },
  poolWaiting: {
    name: 'patchbay_database_waiting',
    type: 'gauge',
    labels: ['pool'],
    help: 'Statements and transactions waiting for a connection to PostgreSQL; with SQLite, long reads waiting for a thread.',
  },
  clockSkew: {
    name: 'patchbay_database_clock_skew_seconds',
    type: 'gauge',
    help: 'By how much the clock of the database is ahead of that of this machine; beyond 4 s a server does not start.',
  },
  freeBytes: {
    name: 'patchbay_free_bytes',
    type: 'gauge',
    labels: ['folder'],
    help: 'What the disk of `DATA_DIR` has left; the database and the uploads of a disk registry are there.',
  },
  poolTimeouts: {
    name: 'patchbay_database_timeouts_total',
    type: 'counter',
    labels: ['pool'],
    help: 'Statements and transactions that waited in vain for a connection to PostgreSQL; `writes` are writes whose turn did not come.',
  },
});
