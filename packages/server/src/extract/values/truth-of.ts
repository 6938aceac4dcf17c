import { isObject, type Value } from './value.ts';

/** Python's `bool(value)`; undefined when only running the code could tell. */
export function truthOf(value: Value): boolean | undefined {
  if (!isObject(value)) return Boolean(value);
  switch (value.kind) {
    case 'none':
      return false;
    case 'list':
    case 'tuple':
      return value.items.length > 0;
    case 'set':
      return value.members.size > 0;
    case 'dict':
      if (value.entries.size > 0) return true;
      return value.unknownParts.size > 0 ? undefined : false;
    case 'instance':
      return value.native === undefined ? true : truthOf(value.native);
    case 'unknown':
      return undefined;
    default:
      return true;
  }
}
