/** How many numbers are kept of each node of a tree, and which. */
export const WIDTH = 6;
export const [KIND, FIELD, START, END, PARENT, NEXT] = [0, 1, 2, 3, 4, 5] as const;

/**
 * Makes `(*x)()` and `(*x) or y`, as the parser reads the first item of a list, what Python reads: `*(x())` and
 * `*(x or y)`. The splat, with its sign, moves before the operations that begin with it. `isStarred` has 1 for their kinds.
 */
export const liftSplat = (numbers: Int32Array, splat: number, isStarred: Uint8Array): void => {
  const read = (id: number, what: number): number => numbers[id * WIDTH + what] ?? 0;
  let top = splat;
  for (let up = read(top, PARENT); up >= 0 && isStarred[read(up, KIND)] === 1; up = read(up, PARENT)) {
    if (up !== top - 1 || read(up, START) !== read(splat, START)) break;
    top = up;
  }
  if (top === splat) return;
  const inner = splat + 2;
  const end = read(top, NEXT);
  const [ofTop, parent, fieldOfSplat] = [read(top, FIELD), read(top, PARENT), read(splat, FIELD)];
  const moved = numbers.slice(splat * WIDTH, inner * WIDTH);
  numbers.copyWithin((top + 2) * WIDTH, top * WIDTH, splat * WIDTH);
  numbers.set(moved, top * WIDTH);
  for (let id = top + 2; id < end; id += 1) {
    const above = read(id, PARENT);
    if (above >= top && above < splat) numbers[id * WIDTH + PARENT] = above + 2;
    else if (above === splat) numbers[id * WIDTH + PARENT] = splat + 1;
    if (id < inner) numbers[id * WIDTH + START] = read(inner, START);
  }
  numbers.set([ofTop], top * WIDTH + FIELD);
  numbers.set([read(top + 2, END), parent, end], top * WIDTH + END);
  numbers.set([top, top + 2], (top + 1) * WIDTH + PARENT);
  numbers[(top + 2) * WIDTH + PARENT] = top;
  numbers[(top + 2) * WIDTH + FIELD] = 0;
  numbers[inner * WIDTH + FIELD] = fieldOfSplat;
};
