import type { Endpoints, JobState } from '@patchbay/contract';
import { storageHealth } from '../../packages/storage-health.ts';
import { softwareVersion } from '../../software.ts';
import { presentSource } from '../../present/source.ts';
import type { Operation } from '../operation.ts';

/** What anyone may know about how the registry does: nothing that names a publisher, a machine or an error. */
export const getStatus: Operation<Endpoints['getStatus']> = async (context) => {
  const [{ database, packageStore, at }, figures, source] = await Promise.all([
    storageHealth(context),
    context.figures(),
    // Without a state the database does not answer, of which `database` tells.
    context.replication?.state().catch(() => undefined),
  ]);
  const status = {
    version: softwareVersion,
    checked_at: at.toISOString(),
    database,
    package_store: packageStore,
  };
  if (figures === undefined) return status;
  const { jobs, versions, oldestFlaggedSeconds } = figures;
  const inState = (state: JobState) => jobs.filter((figure) => figure.state === state);
  const sum = (state: JobState) => inState(state).reduce((total, { count }) => total + count, 0);
  const waited = inState('waiting').map(({ oldestSeconds }) => oldestSeconds);
  return {
    ...status,
    ...(source && { source: presentSource(source, at) }),
    backlog: {
      jobs_waiting: sum('waiting'),
      jobs_running: sum('running'),
      jobs_failed: sum('failed'),
      oldest_job_seconds: Math.floor(Math.max(0, ...waited)),
      reviews_waiting: versions.get('NodeVersionStatusFlagged') ?? 0,
      oldest_review_seconds: Math.floor(oldestFlaggedSeconds),
      counted_at: figures.at.toISOString(),
    },
  };
};
