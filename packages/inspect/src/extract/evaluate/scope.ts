import { nextBirth } from '../values/birth.ts';
import type { ModuleValue, Scope, Value } from '../values/value.ts';
import { type Journaled, writeName } from './journal.ts';

export const makeScope = (kind: Scope['kind'], module: ModuleValue, parent: Scope | undefined): Scope => ({
  kind,
  born: kind === 'module' ? module.born : nextBirth(),
  variables: kind === 'module' ? module.variables : new Map(),
  parent,
  module,
  redirected: new Map(),
  owner: undefined,
  receiver: undefined,
  returned: [],
  yielded: undefined,
  annotated: [],
});

/** The value of a name, or undefined. As in Python, functions do not see the names of the class body around them. */
export const lookUp = (scope: Scope, name: string): Value | undefined => {
  const home = scope.redirected.get(name);
  if (home !== undefined) return home.variables.get(name);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.kind === 'class' && at !== scope) continue;
    const value = at.variables.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
};

export const bind = (run: Journaled, scope: Scope, name: string, value: Value | undefined): void => {
  const home = scope.redirected.get(name) ?? scope;
  writeName(run, home, home.variables, name, value);
};

/** The scope of the whole file around this one. */
export const moduleScope = (scope: Scope): Scope => {
  let at = scope;
  while (at.parent !== undefined) at = at.parent;
  return at;
};
