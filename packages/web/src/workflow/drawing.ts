interface Socket {
  name: string;
  type: string;
}

/** An app-node as the editor shows it. */
export interface Box {
  /** Of the app-node. */
  name: string;
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
  inputs: readonly Socket[];
  outputs: readonly Socket[];
}

interface Cable {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  type: string;
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A graph in the coordinates of its file. */
export interface Drawing {
  /** Empty for the graph itself, else that of a subgraph. */
  title: string;
  boxes: readonly Box[];
  cables: readonly Cable[];
  groups: readonly (Frame & { title: string })[];
  /** What holds all boxes. */
  frame: Frame;
  /** False where the graph has too many. */
  hasSockets: boolean;
  /** How much the graph has, drawn or not. */
  totals: Readonly<Record<'boxes' | 'cables' | 'groups', number>>;
}

export const countSockets = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);

/** Of a box, as the editor draws it. */
export const titleHeight = 30;
const socketHeight = 20;

/** The height of a socket's middle. */
export const socketY = ({ y }: Pick<Box, 'y'>, slot: number): number => y + (slot + 0.7) * socketHeight;

export const heightOf = (sockets: number): number => sockets * socketHeight + 10;
