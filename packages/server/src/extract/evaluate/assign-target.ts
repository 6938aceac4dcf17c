import type { Expression } from '../syntax/syntax.ts';
import { removeItem, setItem } from '../values/dict-items.ts';
import { makeList, makeUnknown } from '../values/make-values.ts';
import { isKind, type Value, none } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';
import { bind, type Scope } from './scope.ts';

/** Binds a value to a name, a place, or a pattern of them. */
export function assignTarget(run: Interpreter, target: Expression, value: Value, scope: Scope): void {
  switch (target.kind) {
    case 'name':
      bind(scope, target.name, value);
      return;
    case 'attribute':
      setAttribute(run.evaluate(target.object, scope), target.name, value);
      return;
    case 'subscript':
      setSubscript(run, run.evaluate(target.object, scope), run.evaluate(target.index, scope), value);
      return;
    case 'tuple':
    case 'list':
      unpack(run, target.items, value, scope);
      return;
    default:
  }
}

export function setAttribute(object: Value, name: string, value: Value): void {
  if (isKind(object, 'module')) object.variables.set(name, value);
  else if (
    isKind(object, 'class') ||
    isKind(object, 'instance') ||
    isKind(object, 'function') ||
    isKind(object, 'unknown')
  ) {
    object.attributes.set(name, value);
  }
}

export function setSubscript(run: Interpreter, object: Value, index: Value, value: Value): void {
  const holder = isKind(object, 'instance') ? (object.native ?? none) : object;
  if (isKind(holder, 'dict')) {
    if (isKind(index, 'unknown')) holder.unknownParts.add(index.source);
    else setItem(holder, index, value, run.uncertainty > 0);
  } else if (isKind(holder, 'list') && typeof index === 'bigint') {
    const at = Number(index) < 0 ? holder.items.length + Number(index) : Number(index);
    if (at >= 0 && at < holder.items.length) holder.items[at] = value;
  }
}

export function deleteTarget(run: Interpreter, target: Expression, scope: Scope): void {
  if (target.kind === 'name') bind(scope, target.name, undefined);
  else if (target.kind === 'tuple') for (const item of target.items) deleteTarget(run, item, scope);
  else if (target.kind === 'subscript') {
    const holder = run.evaluate(target.object, scope);
    const index = run.evaluate(target.index, scope);
    if (isKind(holder, 'dict')) removeItem(holder, index);
  }
}

function unpack(run: Interpreter, targets: Expression[], value: Value, scope: Scope): void {
  const items = run.iterate(value);
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
}

function stripStar(target: Expression): Expression {
  return target.kind === 'starred' ? target.value : target;
}
