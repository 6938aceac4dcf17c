import type { DryRun } from '@patchbay/contract';
import type { ApiError } from '../errors.ts';
import type { StoredPackage } from '../store/rows/versions.ts';
import { type Judged, presentFindings } from './findings.ts';

/** What is known of a package that was sent along. */
export interface RehearsedPackage {
  faults: readonly ApiError[];
  /** Undefined if it is too large to be measured. */
  sent: StoredPackage | undefined;
  /** What the version would come to with it; absent if it is refused whatever the version. */
  judged?: Judged;
  appNodes?: number;
}

export const presentDryRun = (faults: readonly ApiError[], sent: RehearsedPackage | undefined): DryRun => ({
  wouldPublish: faults.length === 0 && (sent?.faults ?? []).length === 0,
  faults: faults.map(presentFault),
  ...(sent === undefined ? {} : { package: presentPackage(sent) }),
});

const presentPackage = ({
  faults,
  sent,
  judged,
  appNodes,
}: RehearsedPackage): NonNullable<DryRun['package']> => ({
  ...(sent === undefined ? {} : { package_bytes: sent.bytes, package_sha256: sent.sha256 }),
  faults: faults.map(presentFault),
  ...(judged === undefined ? {} : { findings: presentFindings(judged, undefined) }),
  ...(appNodes === undefined ? {} : { app_nodes: appNodes }),
});

const presentFault = ({ code, message, details }: ApiError): DryRun['faults'][number] => ({
  error: code,
  message,
  ...(details === undefined ? {} : { details: [...details] }),
});
