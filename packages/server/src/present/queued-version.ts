import type { QueuedVersion } from '@patchbay/contract';
import { RULES } from '@patchbay/inspect/facts';
import type { ShownVersion } from '../store/rows/versions.ts';
import { type VersionView, presentVersion } from '../documents/present.ts';

const rules = new Map(Object.entries(RULES));

/** A version as a moderator decides about it: with the rules that found something. */
export const presentQueuedVersion = (version: ShownVersion, view: VersionView): QueuedVersion => ({
  ...presentVersion(version, view),
  found: Object.entries(version.found).flatMap(([id, count]) => {
    const rule = rules.get(id);
    if (rule === undefined) return [];
    return [{ rule: id, severity: rule.severity, shadow: rule.shadow, means: rule.means, count }];
  }),
});
