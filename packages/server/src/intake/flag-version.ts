import type { Store } from '../store/store.ts';
import { type VersionRecord, findVersionById, updateVersionRow } from '../store/rows/versions.ts';

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
    await updateVersionRow(tx, { ...current, status, statusReason: reason });
    await tx.append({
      kind,
      about: seen,
      before: { status: current.status },
      after: { status },
      reason,
    });
  });
