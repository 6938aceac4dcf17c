/** What a constant expression can be; undefined in place of an item that only running the code could tell. */
export type Constant = string | number | readonly (Constant | undefined)[] | ConstantMapping;

export type ConstantMapping = ReadonlyMap<Constant | undefined, Constant | undefined>;

/** A function of constants; undefined if it does not make one of what it is given. */
export type Calculate = (...given: readonly (Constant | undefined)[]) => Constant | undefined;

export const isMapping = (value: Constant | undefined): value is ConstantMapping => value instanceof Map;
export const isText = (value: Constant | undefined): value is string => typeof value === 'string';
export const isNumber = (value: Constant | undefined): value is number => typeof value === 'number';

export const itemsIn = (value: Constant | undefined): readonly (Constant | undefined)[] | undefined => {
  if (isText(value)) return Array.from(value);
  if (isMapping(value)) return [...value.keys()];
  return isNumber(value) ? undefined : value;
};

/** The names that are given by keywords or in a mapping. */
export const namesIn = (given: readonly (Constant | undefined)[]): ConstantMapping =>
  given.find((one) => isMapping(one)) ?? new Map();
