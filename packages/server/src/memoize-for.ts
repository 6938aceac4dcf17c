/** `find`, called with the time at most once in so many milliseconds. Calls in between get its last result. */
export const memoizeFor = <Found>(
  milliseconds: number,
  now: () => Date,
  find: (at: Date) => Found,
): (() => Found) => {
  let last: { at: Date; found: Found } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at.getTime() - last.at.getTime() >= milliseconds)
      last = { at, found: find(at) };
    return last.found;
  };
};
