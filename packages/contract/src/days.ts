const dayMs = 24 * 60 * 60_000;

/** `2026-01-07`, in UTC. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** The day so many days later; negative for earlier ones. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days from one to another, both included. */
export const daysBetween = (from: string, to: string): readonly string[] => {
  if (last?.from !== from || last.to !== to) last = { from, to, days: listDays(from, to) };
  return last.days;
};

/** All charts of a day are of the same days. */
let last: { from: string; to: string; days: readonly string[] } | undefined;

const listDays = (from: string, to: string): string[] => {
  const start = Date.parse(from);
  return Array.from({ length: countDays(from, to) }, (_, index) =>
    new Date(start + index * dayMs).toISOString().slice(0, 10),
  );
};

export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1;
