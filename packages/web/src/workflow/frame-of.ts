import { type Box, type Frame, titleHeight } from './drawing.ts';

const margin = 40;

/** What holds all boxes with their titles, and a margin. */
export const frameOf = (boxes: readonly Box[]): Frame => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y - titleHeight);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (left === Infinity) return { x: 0, y: 0, width: 1, height: 1 };
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
};
