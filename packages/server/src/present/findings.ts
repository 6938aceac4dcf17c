import type { Findings } from '@patchbay/contract';
import type { VersionRecord } from '../store/versions.ts';

export const presentFindings = (version: VersionRecord): Findings => {
  const { verdict, extraction, status, statusReason, extractStatus } = version;
  return {
    status,
    ...(statusReason === null ? {} : { status_reason: statusReason }),
    ...(verdict === undefined ? {} : { outcome: verdict.outcome, ruleset_version: verdict.rulesetVersion }),
    findings: verdict?.findings ?? [],
    extraction: {
      status: extractStatus,
      ...(extraction === undefined
        ? {}
        : { extractor_version: extraction.extractorVersion, confidence: extraction.confidence }),
      problems: extraction?.problems ?? [],
    },
    ...presentWaiting(version),
  };
};

const presentWaiting = (version: VersionRecord): Pick<Findings, 'waits_for' | 'waits_until'> => {
  const { status, extractStatus, uploadDeadline } = version;
  if (status === 'NodeVersionStatusPending') {
    return version.package === undefined
      ? { waits_for: 'package', waits_until: uploadDeadline }
      : { waits_for: 'checks' };
  }
  if (status === 'NodeVersionStatusFlagged') return { waits_for: 'moderator' };
  return status === 'NodeVersionStatusActive' && extractStatus === 'pending'
    ? { waits_for: 'extraction' }
    : {};
};
