import type { Frame } from './drawing.ts';

export type Point = readonly [x: number, y: number];

const narrowest = 100;
const widest = 4;

/** The view moved by these parts of its size. */
export const moved = ({ x, y, width, height }: Frame, [dx, dy]: Point): Frame => ({
  x: x + dx * width,
  y: y + dy * height,
  width,
  height,
});

/** The view over `factor` times as much, around a place that stays where it is: the middle by default. */
export const zoomed = (
  { x, y, width, height }: Frame,
  factor: number,
  [atX, atY]: Point = [x + width / 2, y + height / 2],
): Frame => ({
  x: atX - (atX - x) * factor,
  y: atY - (atY - y) * factor,
  width: width * factor,
  height: height * factor,
});

/** The view, or the nearest one that still shows some of the whole, neither too near nor too far. */
export const fitted = (view: Frame, whole: Frame): Frame => {
  const { width } = view;
  const allowed = Math.min(Math.max(width, Math.min(narrowest, whole.width)), widest * whole.width);
  const sized = zoomed(view, allowed / width);
  return {
    ...sized,
    x: Math.min(Math.max(sized.x, whole.x - sized.width * 0.9), whole.x + whole.width - sized.width * 0.1),
    y: Math.min(Math.max(sized.y, whole.y - sized.height * 0.9), whole.y + whole.height - sized.height * 0.1),
  };
};
