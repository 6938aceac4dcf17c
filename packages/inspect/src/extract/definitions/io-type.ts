import { originPath } from '../values/origin-path.ts';
import { isKind, none, type ClassValue, type Value } from '../values/value.ts';
import { apiPath, schemaPiece } from './schema-piece.ts';
import { ioTypes } from './io-types.ts';

/**
 * The type name of a schema class such as `io.Image`, `io.Custom("MESH")` or one of the package's own; undefined if it
 * is unknown.
 */
export const ioTypeOf = (value: Value): string | undefined => {
  const path = apiPath(value);
  if (path !== undefined) return path.length === 1 ? ioTypes[path[0] ?? ''] : undefined;
  const piece = schemaPiece(value);
  if (piece !== undefined && isNamed(piece.callee, 'Custom'))
    return textOf(piece.given.positional[0] ?? piece.given.keywords.get('io_type'));
  if (!isKind(value, 'class')) return undefined;
  // In the order of Python's lookup: what the class or a class that it derives from sets, then what those derive from.
  for (const made of value.ancestry) {
    const own = made.attributes.get('io_type') ?? markedType(made);
    if (own !== undefined) return textOf(own);
  }
  return value.unknownBases.map(ioTypeOf).find((type) => type !== undefined);
};

/** The type that the decorator `comfytype` sets on a class. */
const markedType = ({ decorators }: ClassValue): Value | undefined => {
  for (const decorator of decorators) {
    const mark = schemaPiece(decorator);
    if (mark === undefined || !isNamed(mark.callee, 'comfytype')) continue;
    return mark.given.keywords.get('io_type') ?? mark.given.positional[0] ?? none;
  }
  return undefined;
};

/** The name of the host's class that a schema class is or derives from: `Int` for a subclass of `io.Int`. */
export const hostClassOf = (value: Value): string | undefined => {
  if (!isKind(value, 'class')) return apiPath(value)?.[0];
  return value.unknownBases.map(hostClassOf).find((name) => name !== undefined);
};

const isNamed = (value: Value, name: string): boolean => originPath(value)?.split('.').at(-1) === name;

const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
