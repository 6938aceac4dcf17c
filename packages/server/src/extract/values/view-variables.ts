import { makeDict } from './make-values.ts';
import type { DictValue, Value } from './value.ts';

/** Variables as the dict that `globals()` or `vars()` gives: writes reach the variables themselves. */
export function viewVariables(variables: Map<string, Value>): DictValue {
  return { ...makeDict(variables), variables };
}
