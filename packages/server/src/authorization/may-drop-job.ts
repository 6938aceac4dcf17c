import { type JobKind, type NodeVersionStatus, jobKinds } from '@patchbay/contract';

interface Dropped {
  kind: string;
  /** Of the version that it is about; null if there is none. */
  versionStatus: NodeVersionStatus | null;
  hasPackage: boolean;
}

const rules: Readonly<Record<JobKind, (job: Dropped) => boolean>> = {
  // Without it, the version would wait for its package or its verdict forever, and keep its number.
  'receive-package': ({ versionStatus, hasPackage }) =>
    versionStatus !== 'NodeVersionStatusPending' &&
    (versionStatus !== 'NodeVersionStatusBanned' || hasPackage),
  // The extraction fails, and can be requested again.
  'extract-app-nodes': () => true,
  // Nothing else would remove what nobody owns.
  reap: () => false,
};

/** Whether nothing is left half done without the job. No server of this version does a job of an unknown kind. */
export const mayDropJob = (job: Dropped): boolean => {
  const kind = jobKinds.find((known) => known === job.kind);
  return kind === undefined || rules[kind](job);
};
