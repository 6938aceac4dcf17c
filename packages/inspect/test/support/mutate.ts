/** A small generator of repeatable chance (mulberry32): each call gives the next number from 0 up to 1. */
export const seedChance = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Mutation = (bytes: Buffer, below: (limit: number) => number) => Buffer;

/** The values at which counts, sizes and offsets overflow, wrap or turn into another form. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

const MUTATIONS: readonly Mutation[] = [
  function flipBit(bytes, below) {
    const at = below(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8)), at);
    return bytes;
  },
  function writeByte(bytes, below) {
    bytes.writeUInt8(below(256), below(bytes.length));
    return bytes;
  },
  function writeEdge(bytes, below) {
    if (bytes.length >= 4) bytes.writeUInt32LE(EDGES[below(EDGES.length)] ?? 0, below(bytes.length - 3));
    return bytes;
  },
  function cut(bytes, below) {
    const [start, end] = [below(bytes.length), below(bytes.length)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function copy(bytes, below) {
    const from = below(bytes.length);
    const part = bytes.subarray(from, from + below(64));
    const to = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, to), part, bytes.subarray(to)]);
  },
];

/** A copy of `bytes` with one to eight faults. The bytes given stay as they are. */
export const mutate = (bytes: Buffer, chance: () => number): Buffer => {
  const below = (limit: number): number => Math.floor(chance() * limit);
  let mutated = Buffer.from(bytes);
  for (let faults = 1 + below(8); faults > 0 && mutated.length > 0; faults -= 1)
    mutated = Buffer.from(MUTATIONS[below(MUTATIONS.length)]?.(mutated, below) ?? mutated);
  return mutated;
};
