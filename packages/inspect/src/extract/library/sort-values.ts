import { orderOf } from '../evaluate/compare-values.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { perhapsOf } from '../values/loose-members.ts';
import { truthOf } from '../values/truth-of.ts';
import { none, type Value } from '../values/value.ts';

/** `sorted(items, key=…, reverse=…)`; undefined if the items cannot be compared. */
export const sortValues = (
  run: Interpreter,
  items: Value[],
  keywords: Map<string, Value>,
  source: string,
): Value[] | undefined => {
  run.budget.spend(items.length * 4);
  const key = keywords.get('key') ?? none;
  const ranked = items.map((item) => ({
    item,
    rank:
      key === none
        ? perhapsOf(item)
        : run.call(key, { positional: [perhapsOf(item)], keywords: new Map() }, source),
  }));
  let isOrdered = true;
  const direction = truthOf(keywords.get('reverse') ?? false) === true ? -1 : 1;
  ranked.sort((left, right) => {
    const order = orderOf(left.rank, right.rank);
    isOrdered &&= order !== undefined;
    return direction * (order ?? 0);
  });
  return isOrdered ? ranked.map(({ item }) => item) : undefined;
};
