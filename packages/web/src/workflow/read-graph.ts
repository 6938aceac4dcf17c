import { type Fields, fieldsOf, listOf } from '@patchbay/contract/workflow';
import { type DrawnMax, bounds } from './bounds.ts';
import { type Box, type Drawing, countSockets, heightOf, socketY } from './drawing.ts';
import { idOf, textOf } from './fields.ts';
import { frameOf } from './frame-of.ts';

/** The graphs of the editor's file: its own first, then its subgraphs, each once, so that a cycle of them ends. */
export const readGraphs = (file: Fields, max: DrawnMax): Drawing[] => {
  const subgraphs = listOf(fieldsOf(file['definitions'])['subgraphs']).map(fieldsOf);
  const titles = new Map(subgraphs.map(({ id, name }) => [idOf(id), textOf(name)]));
  let left = max;
  return [file, ...subgraphs]
    .slice(0, bounds.drawingsMax)
    .map((graph, index) => {
      const title = index === 0 ? '' : textOf(graph['name']) || 'Subgraph';
      const drawing = readGraph(graph, { title, titles, max: left });
      left = leftOf(left, drawing);
      return drawing;
    })
    .filter(({ totals }) => totals.boxes > 0);
};

const leftOf = (max: DrawnMax, { boxes, cables, groups, hasSockets }: Drawing): DrawnMax => ({
  boxes: max.boxes - boxes.length,
  cables: max.cables - cables.length,
  groups: max.groups - groups.length,
  sockets: max.sockets - (hasSockets ? countSockets(boxes) : 0),
});

interface Reading {
  title: string;
  /** Of the subgraphs, by the name that boxes have for them. */
  titles: ReadonlyMap<string, string>;
  max: DrawnMax;
}

const readGraph = (graph: Fields, { title, titles, max }: Reading): Drawing => {
  const nodes = listOf(graph['nodes']);
  const links = listOf(graph['links']);
  const groups = listOf(graph['groups']);
  const boxes = new Map<string, Box>();
  for (const [index, node] of nodes.slice(0, max.boxes).map(fieldsOf).entries()) {
    boxes.set(idOf(node['id']) || `no id ${index}`, readBox(node, index, titles));
  }
  const drawn = [...boxes.values()];
  return {
    title,
    boxes: drawn,
    cables: readCables(links, boxes, max.cables),
    groups: groups.slice(0, max.groups).map(fieldsOf).flatMap(readGroup),
    frame: frameOf(drawn),
    hasSockets: countSockets(drawn) <= max.sockets,
    totals: { boxes: nodes.length, cables: links.length, groups: groups.length },
  };
};

const readBox = (node: Fields, index: number, titles: ReadonlyMap<string, string>): Box => {
  const name = textOf(node['type']);
  const { collapsed: isCollapsed } = fieldsOf(node['flags']);
  const [inputs, outputs] =
    isCollapsed === true ? [[], []] : [readSockets(node['inputs']), readSockets(node['outputs'])];
  const [x, y] = pairOf(node['pos'], bounds.coordinateMax) ?? unplaced(index);
  const [width, height] = pairOf(node['size'], bounds.sizeMax) ?? [];
  return {
    name,
    title: textOf(node['title']) || titles.get(name) || name,
    x,
    y,
    width: Math.max(60, width ?? 200),
    height:
      isCollapsed === true ? 0 : Math.max(20, height ?? heightOf(Math.max(inputs.length, outputs.length))),
    inputs,
    outputs,
  };
};

const readSockets = (sockets: unknown): Box['inputs'] =>
  listOf(sockets)
    .slice(0, bounds.socketsMax)
    .map(fieldsOf)
    .map(({ label, name, type }) => ({ name: textOf(label) || textOf(name), type: textOf(type) }));

/** Two numbers within a bound, in a list or by index. Undefined for anything else, such as a null where a NaN was. */
const pairOf = (value: unknown, max: number): readonly [number, number] | undefined => {
  const [first, second] = listOf(value);
  const isWithin = (one: unknown): one is number => typeof one === 'number' && Math.abs(one) <= max;
  return isWithin(first) && isWithin(second) ? [first, second] : undefined;
};

/** A place in a grid below nothing, for a box without one. */
const unplaced = (index: number): readonly [number, number] => [
  (index % 8) * 260,
  Math.floor(index / 8) * 200,
];

const readGroup = (group: Fields): Drawing['groups'] => {
  const [x, y, width, height] = listOf(group['bounding']);
  const place = pairOf([x, y], bounds.coordinateMax);
  const size = pairOf([width, height], bounds.coordinateMax);
  if (place === undefined || size === undefined || Math.min(...size) <= 0) return [];
  return [{ title: textOf(group['title']), x: place[0], y: place[1], width: size[0], height: size[1] }];
};

/** A link is a list, or in subgraphs an object: from which output of which box to which input of which. */
const readCables = (
  links: readonly unknown[],
  boxes: ReadonlyMap<string, Box>,
  max: number,
): Drawing['cables'] => {
  const cables: Drawing['cables'][number][] = [];
  for (const link of links) {
    if (cables.length === max) break;
    const [, origin, originSlot, target, targetSlot, type] = partsOf(link);
    const [from, to] = [boxes.get(idOf(origin)), boxes.get(idOf(target))];
    if (from === undefined || to === undefined) continue;
    cables.push({
      from: [from.x + from.width, socketY(from, slotOf(originSlot, from.outputs.length))],
      to: [to.x, socketY(to, slotOf(targetSlot, to.inputs.length))],
      type: textOf(type),
    });
  }
  return cables;
};

const partsOf = (link: unknown): readonly unknown[] => {
  if (Array.isArray(link)) return link;
  const { id, origin_id, origin_slot, target_id, target_slot, type } = fieldsOf(link);
  return [id, origin_id, origin_slot, target_id, target_slot, type];
};

/** A slot that the box has; a collapsed box has its cables at its title. */
const slotOf = (value: unknown, count: number): number => {
  if (count === 0) return -1.4;
  return typeof value === 'number' && value >= 0 ? Math.min(Math.floor(value), count - 1) : 0;
};
