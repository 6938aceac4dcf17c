import type { Expression } from '../syntax/syntax.ts';
import { makeList, makeUnknown } from '../values/make-values.ts';
import { isLoose } from '../values/loose-members.ts';
import { isKind, type Value, type Scope } from '../values/value.ts';
import { findInAncestry } from './class-attributes.ts';
import { setSubscript } from './set-subscript.ts';
import type { Interpreter } from './interpreter.ts';
import { writeName } from './journal.ts';
import { bind } from './scope.ts';

/** Binds a value to a name, an attribute, an item, or a pattern of them. */
export const assignTarget = (run: Interpreter, target: Expression, value: Value, scope: Scope): void => {
  switch (target.kind) {
    case 'name':
      bind(run, scope, target.name, value);
      return;
    case 'attribute':
      setAttribute(run, run.evaluate(target.object, scope), target.name, value);
      return;
    case 'subscript':
      setSubscript(run, target, scope, value);
      return;
    case 'tuple':
    case 'list':
      unpack(run, target.items, value, scope);
      return;
    default:
  }
};

/** Sets an attribute; undefined deletes it. */
export const setAttribute = (
  run: Interpreter,
  object: Value,
  name: string,
  value: Value | undefined,
): void => {
  const property = isKind(object, 'instance') ? findInAncestry(object.class.ancestry, name) : undefined;
  if (isKind(property, 'function') && property.setter !== undefined && value !== undefined) {
    run.call(property.setter, { positional: [object, value], keywords: new Map() }, name);
  } else if (isKind(object, 'module')) writeName(run, object, object.variables, name, value);
  else if (
    isKind(object, 'class') ||
    isKind(object, 'instance') ||
    isKind(object, 'function') ||
    isKind(object, 'unknown')
  ) {
    writeName(run, object, object.attributes, name, value);
  }
};

export const deleteTarget = (run: Interpreter, target: Expression, scope: Scope): void => {
  if (target.kind === 'name') bind(run, scope, target.name, undefined);
  else if (target.kind === 'attribute') {
    setAttribute(run, run.evaluate(target.object, scope), target.name, undefined);
  } else if (target.kind === 'tuple' || target.kind === 'list') {
    for (const item of target.items) deleteTarget(run, item, scope);
  } else if (target.kind === 'subscript') setSubscript(run, target, scope, undefined);
};

const unpack = (run: Interpreter, targets: Expression[], value: Value, scope: Scope): void => {
  const iterated = run.iterate(value);
  const items = iterated?.some(isLoose) === true ? undefined : iterated;
  const starAt = targets.findIndex((target) => target.kind === 'starred');
  const after = starAt === -1 ? 0 : targets.length - starAt - 1;
  for (const [index, target] of targets.entries()) {
    const unknown = makeUnknown(run.sourceOf(target, scope));
    if (items === undefined) assignTarget(run, stripStar(target), unknown, scope);
    else if (index === starAt) {
      assignTarget(run, stripStar(target), makeList(items.slice(starAt, items.length - after)), scope);
    } else {
      const fromEnd = starAt !== -1 && index > starAt;
      const item = fromEnd ? items[items.length - (targets.length - index)] : items[index];
      assignTarget(run, target, item ?? unknown, scope);
    }
  }
};

const stripStar = (target: Expression): Expression => (target.kind === 'starred' ? target.value : target);
