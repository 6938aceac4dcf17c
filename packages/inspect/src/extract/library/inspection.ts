import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeClass, makeDict, makeInstance, makeTuple } from '../values/make-values.ts';
import {
  isKind,
  none,
  type ClassField,
  type ClassValue,
  type FunctionValue,
  type Value,
} from '../values/value.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

/** Stands for a missing annotation or default. */
const empty = makeClass('_empty', { module: 'inspect' });
const missing = makeInstance(makeClass('_MISSING_TYPE', { module: 'dataclasses' }));
const parameterClass = makeClass('Parameter', { module: 'inspect' });
const signatureClass = makeClass('Signature', { module: 'inspect' });
const fieldClass = makeClass('Field', { module: 'dataclasses' });

/** In the order of Python's own numbers. */
const kinds = [
  'POSITIONAL_ONLY',
  'POSITIONAL_OR_KEYWORD',
  'VAR_POSITIONAL',
  'KEYWORD_ONLY',
  'VAR_KEYWORD',
] as const;
const kindOf = { positional: 1n, rest: 2n, keyword: 3n, 'rest-keywords': 4n } as const;

/** `inspect.signature` and `dataclasses.fields`: what classes and functions say about themselves. */
export const describeInspection = (run: Interpreter): LibraryEntries => {
  const constants = Object.fromEntries(
    kinds.map((name, position) => [`inspect.Parameter.${name}`, BigInt(position)]),
  );
  return {
    ...constants,
    'inspect.Parameter.empty': empty,
    'inspect.Signature.empty': empty,
    'inspect._empty': empty,
    'inspect.signature': libraryFunction('signature', ({ positional: [callee] }) => describe(run, callee)),
    'dataclasses.MISSING': missing,
    'dataclasses.field': libraryFunction('field', ({ keywords }) =>
      makeInstance(fieldClass, [
        ['default', keywords.get('default') ?? missing],
        ['default_factory', keywords.get('default_factory') ?? missing],
        ['metadata', keywords.get('metadata') ?? makeDict()],
      ]),
    ),
    'dataclasses.fields': libraryFunction('fields', ({ positional: [value] }) => {
      const made = isKind(value, 'instance') ? value.class : value;
      return isKind(made, 'class') ? makeTuple(describeFields(run, made)) : undefined;
    }),
    'dataclasses.asdict': libraryFunction('asdict', ({ positional: [value] }) => {
      if (!isKind(value, 'instance')) return undefined;
      return makeDict(
        fieldsOf(value.class).map(({ name }): [Value, Value] => [
          name,
          run.getAttribute(value, name, '') ?? none,
        ]),
      );
    }),
  };
};

const describe = (run: Interpreter, callee: Value | undefined): Value | undefined => {
  if (isKind(callee, 'method')) return makeSignature(run, callee.callable, 1);
  if (isKind(callee, 'function')) return makeSignature(run, callee, 0);
  if (!isKind(callee, 'class')) return undefined;
  const setUp = run.getAttribute(callee, '__init__', '');
  return isKind(setUp, 'function') ? makeSignature(run, setUp, 1) : undefined;
};

const makeSignature = (run: Interpreter, callee: FunctionValue, skipped: number): Value => {
  const parameters = callee.parameters
    .slice(skipped)
    .map(({ name, kind, readAnnotation }): [Value, Value] => {
      const parameter = makeInstance(parameterClass, [
        ['name', name],
        ['kind', kindOf[kind]],
        ['default', callee.fallbacks.get(name) ?? empty],
        ['annotation', readAnnotation === undefined ? empty : run.evaluate(readAnnotation(), callee.scope)],
        ['empty', empty],
      ]);
      return [name, parameter];
    });
  run.budget.spend(parameters.length);
  const { body } = callee;
  const returns = body.kind === 'function' ? body.readReturns() : undefined;
  return makeInstance(signatureClass, [
    ['parameters', makeDict(parameters)],
    ['return_annotation', returns === undefined ? empty : run.evaluate(returns, callee.scope)],
    ['empty', empty],
  ]);
};

/** The fields of a dataclass and of its bases, each name once. */
export const fieldsOf = ({ ancestry }: ClassValue): ClassField[] => {
  const named = ancestry
    .toReversed()
    .flatMap(({ fields }) => fields.map((field) => [field.name, field] as const));
  return [...new Map(named).values()];
};

const describeFields = (run: Interpreter, made: ClassValue) => {
  const fields = new Map(
    made.ancestry
      .toReversed()
      .flatMap((ancestor) => ancestor.fields.map((field) => [field.name, field] as const)),
  );
  run.budget.spend(fields.size);
  return [...fields.values()].map(({ name, type }) => {
    const declared = made.ancestry.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
    const own =
      isKind(declared, 'instance') && declared.class === fieldClass ? declared.attributes : undefined;
    return makeInstance(fieldClass, [
      ['name', name],
      ['type', type()],
      ['default', own?.get('default') ?? declared ?? missing],
      ['default_factory', own?.get('default_factory') ?? missing],
      ['metadata', own?.get('metadata') ?? makeDict()],
    ]);
  });
};

/** The default of a field of a dataclass; undefined if the field is required. */
export const defaultOf = (run: Interpreter, declared: Value | undefined): Value | undefined => {
  if (!isKind(declared, 'instance') || declared.class !== fieldClass) return declared;
  const [value, factory] = [declared.attributes.get('default'), declared.attributes.get('default_factory')];
  if (value !== missing) return value;
  if (factory === undefined || factory === missing) return undefined;
  return run.call(factory, { positional: [], keywords: new Map() }, 'default_factory()');
};
