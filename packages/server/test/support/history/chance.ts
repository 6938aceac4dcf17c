import { seedChance } from '../../../../inspect/test/support/mutate.ts';

/** Repeatable choices. */
export interface Chance {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Undefined when there is nothing to pick. */
  pickAny<T>(items: readonly T[]): T | undefined;
  /** An item by its weight. */
  pickWeighted<T extends { weight: number }>(items: readonly [T, ...T[]]): T;
}

export const chanceFrom = (seed: number): Chance => {
  const next = seedChance(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: ([first, ...rest]) => [first, ...rest][below(rest.length + 1)] ?? first,
    pickAny: (items) => items[below(items.length)],
    pickWeighted: ([first, ...rest]) => {
      const items = [first, ...rest];
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      return items.find(({ weight }) => (left -= weight) < 0) ?? first;
    },
  };
};
