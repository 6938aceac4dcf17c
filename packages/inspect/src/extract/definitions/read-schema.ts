import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeUnknown } from '../values/make-values.ts';
import { isKind, type ClassValue, type Value } from '../values/value.ts';
import { apiPath, pieceField, schemaPiece } from './schema-piece.ts';
import { schemaParameters } from './schema-shapes.ts';

export interface Schema {
  /** The value of a field of `io.Schema`; undefined if it is missing. */
  field(name: string): Value | undefined;
}

/** What `define_schema` of a class returns; undefined if that is unknown. */
export const readSchema = (run: Interpreter, made: ClassValue): Schema | undefined => {
  const source = `${made.name}.define_schema`;
  const method = run.getAttribute(made, 'define_schema', source);
  if (method === undefined) return undefined;
  const isUnbound = isKind(method, 'function');
  const positional = isUnbound ? [made] : [];
  const piece = schemaPiece(run.call(method, { positional, keywords: new Map() }, `${source}()`));
  if (piece === undefined) return undefined;
  const isComplete = isKind(piece.value, 'instance') || apiPath(piece.callee)?.at(-1) === 'Schema';
  // A schema that the host defines and the package only changes has more fields than are visible here.
  const rest = (name: string) => (isComplete ? undefined : makeUnknown(`${source}().${name}`));
  return { field: (name) => pieceField(piece, schemaParameters, name) ?? rest(name) };
};
