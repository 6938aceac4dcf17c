import { RULES } from '@patchbay/inspect/facts';

const noticeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(RULES).flatMap(([rule, { notice }]) => (notice === undefined ? [] : [[rule, notice]])),
);

/** What everybody is told of a version's package, from the rules that found something in it. */
export const presentNotices = (found: Readonly<Record<string, number>>): { notices?: string[] } => {
  const notices = Object.keys(found).flatMap((rule) => noticeOf.get(rule) ?? []);
  return notices.length === 0 ? {} : { notices };
};
