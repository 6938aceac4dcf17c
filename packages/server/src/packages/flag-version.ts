import type { Store } from '../store/store.ts';
import { moveVersion } from '../lifecycle/version.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';

/** Flags a Pending version with the reason, unless it is no longer as `seen`: judged meanwhile, or with a package. */
export const flagVersion = (
  store: Store,
  seen: VersionRecord,
  { kind, reason }: { kind: 'version.checked' | 'package.refused'; reason: string },
): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, seen.id);
    if (current?.status !== 'NodeVersionStatusPending') return;
    if (current.package?.sha256 !== seen.package?.sha256) return;
    const status = 'NodeVersionStatusFlagged';
    await moveVersion(tx, current, status, {
      by: ['server'],
      set: { statusReason: reason },
      log: { kind, before: { status: current.status }, after: { status }, reason },
    });
  });
