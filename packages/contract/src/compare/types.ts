/**
 * Whether whatever is of the types `some` is also of the types `all`. A host writes several types as `INT,FLOAT`, and any
 * type as `*`. What is no text, such as a list of choices, is a type of its own.
 */
export const areTypesWithin = (some: unknown, all: unknown): boolean => {
  const [inner, outer] = [typesIn(some), typesIn(all)];
  return outer.has('*') || (!inner.has('*') && [...inner].every((type) => outer.has(type)));
};

const typesIn = (type: unknown): ReadonlySet<string> =>
  typeof type === 'string'
    ? new Set(type.split(',').map((one) => one.trim()))
    : new Set([JSON.stringify(type) ?? '']);
