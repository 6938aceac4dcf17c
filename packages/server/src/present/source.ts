import type { SourceStatus } from '@patchbay/contract';
import type { Static } from 'typebox';
import type { SourceState } from '../replication/package-source.ts';

export const presentSource = (
  { source, kind, syncedAt, isReachable, packagesMissing, packagesFailed }: SourceState,
  now: Date,
): Static<typeof SourceStatus> => ({
  url: source,
  kind,
  reachable: isReachable,
  ...(syncedAt === null
    ? {}
    : {
        synced_at: syncedAt,
        behind_seconds: Math.max(0, Math.floor((now.getTime() - Date.parse(syncedAt)) / 1_000)),
      }),
  packages_missing: packagesMissing,
  packages_failed: packagesFailed,
});
