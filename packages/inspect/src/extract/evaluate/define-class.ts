import type { ClassStatement } from '../syntax/syntax.ts';
import { isPlainModule } from '../../python/outside-modules.ts';
import { makeClass } from '../values/make-values.ts';
import { originPath } from '../values/origin-path.ts';
import { isKind, type ClassValue, type UnknownValue, type Value, none, type Scope } from '../values/value.ts';
import { applyMetaclass } from './apply-metaclass.ts';
import { makeEnumMembers } from './enum-members.ts';
import { evaluateArguments } from './evaluate-call.ts';
import type { Interpreter } from './interpreter.ts';
import { docstringOf } from './load-file.ts';
import { makeScope } from './scope.ts';

/** Each class keeps all its ancestors. */
const ANCESTORS_PER_STEP = 8;

/** Runs a class statement: its bases, its body, the hooks of its bases, its decorators. */
export const defineClass = (run: Interpreter, statement: ClassStatement, scope: Scope): Value => {
  const { positional: bases, keywords } = evaluateArguments(run, statement.bases, scope);
  const metaclass = keywords.get('metaclass');
  keywords.delete('metaclass');
  const made = deriveClass(run, statement.name, bases);
  if (isKind(metaclass, 'class')) made.metaclass = metaclass;
  made.module = scope.module.name;
  made.file = scope.module.file;
  made.line = statement.line;
  const body = makeScope('class', scope.module, scope);
  body.owner = made;
  made.attributes = body.variables;
  body.variables.set('__doc__', docstringOf(statement.body));
  run.execute(statement.body, body);
  made.fields = body.annotated;
  if (made.isEnum) makeEnumMembers(made);
  const finished = applyMetaclass(run, made, bases);
  announceSubclass(run, made, keywords);
  return decorateClass(run, made, finished, statement, scope);
};

/** An empty class with these bases. Bases from outside the package are kept separately. */
export const deriveClass = (run: Interpreter, name: string, bases: Value[]): ClassValue => {
  const known = bases.filter((base): base is ClassValue => isKind(base, 'class'));
  const unknown = bases.filter(
    (base): base is UnknownValue => isKind(base, 'unknown') && !isPlainModule(originPath(base) ?? ''),
  );
  const line = known.flatMap((base) => base.ancestry);
  const inherited = known.flatMap((base) => base.unknownBases);
  run.budget.spend(Math.floor((line.length + inherited.length) / ANCESTORS_PER_STEP));
  const made = makeClass(name, {
    ancestry: linearize(line),
    unknownBases: [...new Set([...unknown, ...inherited])],
    native: known.find((base) => base.native !== undefined)?.native,
    metaclass: known.find((base) => base.metaclass !== undefined)?.metaclass,
    isEnum: known.some((base) => base.isEnum),
  });
  for (const base of known) base.subclasses.push(made);
  return made;
};

/** Depth first; a shared ancestor comes after all classes that derive from it. */
const linearize = (line: readonly ClassValue[]): ClassValue[] => [...new Set(line.toReversed())].toReversed();

const announceSubclass = (run: Interpreter, made: ClassValue, keywords: Map<string, Value>): void => {
  for (const ancestor of made.ancestry.slice(1)) {
    const hook = ancestor.attributes.get('__init_subclass__');
    if (!isKind(hook, 'function')) continue;
    run.call(hook, { positional: [made], keywords }, '__init_subclass__');
    return;
  }
};

const decorateClass = (
  run: Interpreter,
  made: ClassValue,
  finished: Value,
  statement: ClassStatement,
  scope: Scope,
): Value => {
  let value = finished;
  for (const decorator of statement.decorators.toReversed()) {
    const applied = run.evaluate(decorator, scope);
    const source = run.sourceOf(decorator, scope);
    const result = run.call(applied, { positional: [value], keywords: new Map() }, source);
    // A decorator whose result is unknown probably registered or marked the class.
    if (result !== none && !isKind(result, 'unknown')) value = result;
    else made.decorators.push(applied);
  }
  return value;
};
