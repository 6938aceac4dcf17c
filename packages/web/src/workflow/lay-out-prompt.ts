import { type Fields, fieldsOf } from '@patchbay/contract/workflow';
import { type DrawnMax, bounds } from './bounds.ts';
import { type Box, type Drawing, countSockets, heightOf, socketY } from './drawing.ts';
import { idOf, textOf } from './fields.ts';
import { frameOf } from './frame-of.ts';

const boxWidth = 220;
const columnWidth = 320;
const rowGap = 70;

/** The graph of a prompt, which has no coordinates: each box is in a column right of what it takes its inputs from. */
export const layOutPrompt = (file: Fields, max: DrawnMax): Drawing => {
  const all = Object.entries(file).flatMap(([id, value]) => {
    const { class_type: name, inputs } = fieldsOf(value);
    return typeof name === 'string' ? [{ id, name: textOf(name), links: linksOf(inputs) }] : [];
  });
  const shown = all.slice(0, max.boxes);
  const columns = columnsOf(shown);
  const bottoms: number[] = [];
  const boxes = new Map<string, Box>();
  for (const { id, name, links } of shown) {
    const column = columns.get(id) ?? 0;
    const y = bottoms[column] ?? 0;
    const height = heightOf(Math.max(1, links.length));
    bottoms[column] = y + height + rowGap;
    boxes.set(id, {
      name,
      title: name,
      x: column * columnWidth,
      y,
      width: boxWidth,
      height,
      inputs: links.map((link) => ({ name: link.name, type: '' })),
      outputs: [{ name: '', type: '' }],
    });
  }
  const cables = shown.flatMap(({ id, links }) =>
    links.flatMap((link, slot) => {
      const [from, to] = [boxes.get(link.from), boxes.get(id)];
      if (from === undefined || to === undefined) return [];
      return [
        { from: [from.x + from.width, socketY(from, 0)], to: [to.x, socketY(to, slot)], type: '' } as const,
      ];
    }),
  );
  const drawn = [...boxes.values()];
  return {
    title: '',
    boxes: drawn,
    cables: cables.slice(0, max.cables),
    groups: [],
    frame: frameOf(drawn),
    hasSockets: countSockets(drawn) <= max.sockets,
    totals: {
      boxes: all.length,
      cables: all.reduce((sum, { links }) => sum + links.length, 0),
      groups: 0,
    },
  };
};

interface Link {
  name: string;
  from: string;
}

/** The inputs that are the output of another box: `[id, slot]`. */
const linksOf = (inputs: unknown): Link[] =>
  Object.entries(fieldsOf(inputs))
    .filter(([, value]) => Array.isArray(value) && value.length === 2 && idOf(value[0]) !== '')
    .slice(0, bounds.socketsMax)
    .map(([name, value]) => ({ name: textOf(name), from: idOf((value as unknown[])[0]) }));

/** The length of the longest way to each box, from what it takes nothing from; boxes of a cycle are in the first. */
const columnsOf = (boxes: readonly { id: string; links: readonly Link[] }[]): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>();
  const ids = new Set(boxes.map(({ id }) => id));
  const waiting = new Map<string, number>();
  const takers = new Map<string, string[]>();
  for (const { id, links } of boxes) {
    const sources = links.filter(({ from }) => ids.has(from));
    waiting.set(id, sources.length);
    for (const { from } of sources) {
      const known = takers.get(from);
      if (known === undefined) takers.set(from, [id]);
      else known.push(id);
    }
  }
  const ready = boxes.map(({ id }) => id).filter((id) => waiting.get(id) === 0);
  for (const id of ready) {
    const column = columns.get(id) ?? 0;
    columns.set(id, column);
    for (const taker of takers.get(id) ?? []) {
      columns.set(taker, Math.max(columns.get(taker) ?? 0, column + 1));
      const left = (waiting.get(taker) ?? 0) - 1;
      waiting.set(taker, left);
      if (left === 0) ready.push(taker);
    }
  }
  return columns;
};
