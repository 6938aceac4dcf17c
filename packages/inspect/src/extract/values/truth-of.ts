import { isLoose } from './loose-members.ts';
import { isObject, type Value } from './value.ts';

const decidesTruth = ['__bool__', '__len__'];

/** Python's `bool(value)`; undefined if only running the code could tell. */
export const truthOf = (value: Value): boolean | undefined => {
  if (!isObject(value)) return Boolean(value);
  switch (value.kind) {
    case 'none':
      return false;
    case 'list':
    case 'tuple':
      return someCertain(value.items, isLoose);
    case 'set':
      return someCertain([...value.members.values()], isLoose);
    case 'dict':
      if (value.unknownParts.size > 0 && value.entries.size === 0) return undefined;
      return someCertain([...value.entries.values()], (entry) => entry.isUncertain);
    case 'instance':
      if (value.class.ancestry.some(({ attributes }) => decidesTruth.some((name) => attributes.has(name)))) {
        return undefined;
      }
      return value.native === undefined ? true : truthOf(value.native);
    case 'unknown':
      return undefined;
    default:
      return true;
  }
};

/** Whether there is at least one item, if some may be absent. */
const someCertain = <Item>(items: Item[], mayBeAbsent: (item: Item) => boolean): boolean | undefined => {
  const [first] = items;
  if (first === undefined) return false;
  return !mayBeAbsent(first) || !items.every(mayBeAbsent) ? true : undefined;
};
