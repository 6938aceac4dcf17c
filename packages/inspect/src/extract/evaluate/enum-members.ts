import { makeInstance } from '../values/make-values.ts';
import { isKind, type ClassValue, type InstanceValue, type Value } from '../values/value.ts';

/** Turns the plain attributes of an enum class into members, in order. */
export const makeEnumMembers = (made: ClassValue): void => {
  let position = 0n;
  const isText = made.native === 'str';
  for (const [name, value] of made.attributes) {
    if (name.startsWith('_') || isKind(value, 'function') || isKind(value, 'class')) continue;
    position += 1n;
    const automatic: Value = isText ? name.toLowerCase() : position;
    const content = isKind(value, 'unknown') && value.source.includes('auto(') ? automatic : value;
    made.attributes.set(name, makeMember(made, name, content));
  }
};

const makeMember = (owner: ClassValue, name: string, value: Value): InstanceValue => {
  const attributes: [string, Value][] = [
    ['name', name],
    ['value', value],
  ];
  return makeInstance(owner, attributes, owner.native === undefined ? undefined : value);
};

export const enumMembers = (owner: ClassValue): InstanceValue[] =>
  [...owner.attributes.values()].filter(
    (value): value is InstanceValue => isKind(value, 'instance') && value.class === owner,
  );
