import type { Interpreter } from '../evaluate/interpreter.ts';
import { isKind, type ClassValue, type Value } from '../values/value.ts';
import { pieceField, schemaPiece } from './schema-piece.ts';
import { schemaParameters } from './schema-shapes.ts';

export interface Schema {
  /** The value of a field of `io.Schema`; undefined when it was not given. */
  field(name: string): Value | undefined;
}

/** What `define_schema` of a class returns; undefined when that cannot be known. */
export function readSchema(run: Interpreter, made: ClassValue): Schema | undefined {
  const source = `${made.name}.define_schema`;
  const method = run.getAttribute(made, 'define_schema', source);
  if (method === undefined) return undefined;
  const isUnbound = isKind(method, 'function');
  const positional = isUnbound ? [made] : [];
  const piece = schemaPiece(run.call(method, { positional, keywords: new Map() }, `${source}()`));
  return piece && { field: (name) => pieceField(piece, schemaParameters, name) };
}
