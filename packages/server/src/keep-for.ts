/** `find`, run with the time, at most once in so many milliseconds. Calls in between get what it found last. */
export const keepFor = <Found>(keptMs: number, now: () => Date, find: (at: Date) => Found): (() => Found) => {
  let kept: { at: Date; found: Found } | undefined;
  return () => {
    const at = now();
    if (kept === undefined || at.getTime() - kept.at.getTime() >= keptMs) kept = { at, found: find(at) };
    return kept.found;
  };
};
