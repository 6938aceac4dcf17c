import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Drawing, Frame } from '../workflow/drawing.ts';
import { type Point, fitted, moved, zoomed } from '../workflow/view.ts';
import { WorkflowDrawing, viewBoxOf } from './workflow-drawing.tsx';

interface MovableDrawingProps {
  drawing: Drawing;
  unknown: ReadonlySet<string>;
  isKnown: boolean;
}

const step = 1.25;
/** On a canvas narrower than this, in pixels, a whole graph has letters that nobody can read. */
const narrowPixels = 600;
/** Pixels of a unit of the graph at which they can be read. */
const legibleScale = 0.6;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
};

/** A graph that is moved and zoomed by keys, mouse and touch. */
export const MovableDrawing = ({ drawing, unknown, isKnown }: MovableDrawingProps) => {
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef<Frame>(drawing.frame);
  const pointers = useRef(new Map<number, Point>());
  const show = (next: Frame): void => {
    frame.current = fitted(next, drawing.frame);
    svg.current?.setAttribute('viewBox', viewBoxOf(frame.current));
  };
  useEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = svg.current ?? {};
    const { frame: whole, boxes } = drawing;
    const [width, height] = [clientWidth / legibleScale, clientHeight / legibleScale];
    if (clientWidth === 0 || clientWidth > narrowPixels || width >= whole.width) return;
    const first = boxes.toSorted((one, other) => one.x - other.x)[0];
    const middle = first === undefined ? whole.y + whole.height / 2 : first.y + first.height / 2;
    show({ x: whole.x, y: middle - height / 2, width, height });
  }, [drawing]);
  const zoom = (factor: number, at?: Point): void => show(zoomed(frame.current, factor, at));
  const reset = (): void => show(drawing.frame);
  /** A place on the screen in the coordinates of the graph. */
  const toGraph = ({ clientX, clientY }: MouseEvent): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [x, y];
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent): void => {
      const arrow = arrows[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (arrow !== undefined) show(moved(frame.current, arrow));
      else if (event.key === '+' || event.key === '=') zoom(1 / step);
      else if (event.key === '-') zoom(step);
      else if (event.key === '0') reset();
      else return;
      event.preventDefault();
    },
    onWheel: (event: WheelEvent): void => {
      // Also what a pinch on a touchpad is. A plain wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? step : 1 / step, toGraph(event));
    },
    onPointerDown: (event: PointerEvent): void => {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, toGraph(event));
    },
    onPointerMove: (event: PointerEvent): void => {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = toGraph(event);
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
      const [, fixed] = others[0] ?? [];
      const { x, y, ...size } = frame.current;
      if (fixed === undefined) show({ ...size, x: x + before[0] - now[0], y: y + before[1] - now[1] });
      else zoom(distance(fixed, before) / Math.max(1, distance(fixed, now)), fixed);
      // The graph has moved below the pointer.
      pointers.current.set(event.pointerId, toGraph(event));
    },
    onPointerUp: (event: PointerEvent): void => void pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent): void => void pointers.current.delete(event.pointerId),
  };
  // The view is moved past it, so it is drawn once.
  const drawn = useMemo(
    () => <WorkflowDrawing drawing={drawing} unknown={unknown} isKnown={isKnown} svg={svg} />,
    [drawing, unknown],
  );
  return (
    <>
      <div
        class="canvas movable"
        role="group"
        tabIndex={0}
        aria-label="Graph: arrow keys move it, plus and minus zoom, 0 shows all of it"
        {...handlers}
      >
        {drawn}
      </div>
      <p class="facts row">
        <button type="button" onClick={() => zoom(1 / step)}>
          Zoom in
        </button>
        <button type="button" onClick={() => zoom(step)}>
          Zoom out
        </button>
        <button type="button" onClick={reset}>
          Show all
        </button>
        <span>Drag to move it. Ctrl and the wheel, or two fingers, zoom.</span>
      </p>
    </>
  );
};

const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x1 - x2, y1 - y2);
