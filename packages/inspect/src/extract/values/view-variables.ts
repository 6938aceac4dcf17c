import { makeDict } from './make-values.ts';
import type { DictValue, Value } from './value.ts';

/** Variables as the dict that `globals()` or `vars()` returns: writes change the variables themselves. */
export const viewVariables = ({ born, names }: { born: number; names: Map<string, Value> }): DictValue => ({
  ...makeDict(names),
  born,
  variables: names,
});
