import { isObject, type Value, none } from './value.ts';

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

const identityOf = (value: object): number => {
  let identity = identities.get(value);
  if (identity === undefined) {
    lastIdentity += 1;
    identity = lastIdentity;
    identities.set(value, identity);
  }
  return identity;
};

/** Nested tuples can be exponentially large: with more members than this, identity is used instead. */
const membersMax = 1000;

/** A text that is equal for two values exactly if a Python dict treats them as the same key. */
export const keyOf = (value: Value, fuel = { left: membersMax }): string => {
  if (value === none) return 'none';
  if (typeof value === 'string') return `"${value}`;
  if (typeof value === 'boolean') return `#${value ? 1 : 0}`;
  if (typeof value === 'bigint' || typeof value === 'number') return `#${value}`;
  if (value.kind === 'tuple' && value.items.length < fuel.left) {
    fuel.left -= value.items.length + 1;
    return `(${value.items.map((item) => keyOf(item, fuel)).join(',')})`;
  }
  if (value.kind === 'instance' && value.native !== undefined && !isObject(value.native)) {
    return keyOf(value.native, fuel);
  }
  return `@${identityOf(value)}`;
};
