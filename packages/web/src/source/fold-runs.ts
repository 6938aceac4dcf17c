import type { Run } from './run.ts';

/** Lines that are shown, or hidden, together. */
export interface Section extends Run {
  /** How many lines come before, in each of the two. */
  before: number;
  after: number;
  isFolded: boolean;
}

const aroundLines = 3;
const shownLinesMax = 5_000;
/** No more are unfolded at once. */
const unfoldedLinesMax = 2_000;

/** The runs of a comparison, of which the unchanged ones are folded but for a few lines beside the changes. */
export const foldRuns = (runs: readonly Run[]): { sections: Section[]; isCut: boolean } => {
  const sections: Section[] = [];
  let [before, after, shown] = [0, 0, 0];
  const add = (kind: Run['kind'], count: number, isFolded = false): void => {
    if (count === 0) return;
    if (!isFolded) shown += count;
    sections.push({ kind, count, before, after, isFolded });
    if (kind !== 'added') before += count;
    if (kind !== 'removed') after += count;
  };
  for (const [index, { kind, count }] of runs.entries()) {
    if (shown + Math.min(count, 2 * aroundLines) > shownLinesMax) return { sections, isCut: true };
    if (kind !== 'same') {
      const fitting = Math.min(count, shownLinesMax - shown);
      add(kind, fitting);
      if (fitting < count) return { sections, isCut: true };
      continue;
    }
    const head = index === 0 ? 0 : Math.min(aroundLines, count);
    const tail = index === runs.length - 1 ? 0 : Math.min(aroundLines, count - head);
    add(kind, head);
    for (let left = count - head - tail; left > 0; left -= unfoldedLinesMax) {
      add(kind, Math.min(left, unfoldedLinesMax), true);
    }
    add(kind, tail);
  }
  return { sections, isCut: false };
};
