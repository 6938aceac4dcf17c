import { isKind, type ListValue, type TupleValue, type Value } from './value.ts';

/**
 * Whether another run of the package may get the items in another order. Each Python process hashes texts with a random
 * seed, so a set of several texts, and a sequence made from one, has no defined order.
 */
export const isShuffled = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (isKind(value, 'set')) {
    return [...value.members.values()].filter((member) => typeof member === 'string').length > 1;
  }
  return (isKind(value, 'list') || isKind(value, 'tuple')) && value.isShuffled === true;
};

/** Marks a new sequence whose items came from a shuffled one. */
export const shuffledLike = <Made extends ListValue | TupleValue>(
  made: Made,
  isSourceShuffled: boolean,
): Made => {
  if (isSourceShuffled && made.items.length > 1) made.isShuffled = true;
  return made;
};
