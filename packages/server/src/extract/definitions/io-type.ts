import { originPath } from '../values/origin-path.ts';
import { isKind, type Value } from '../values/value.ts';
import { apiPath, schemaPiece } from './schema-piece.ts';
import { ioTypes } from './io-types.ts';

/**
 * The type name a schema class like `io.Image`, `io.Custom("MESH")` or one of the package's own stands for;
 * undefined when it cannot be known.
 */
export function ioTypeOf(value: Value): string | undefined {
  const path = apiPath(value);
  if (path !== undefined) return path.length === 1 ? ioTypes[path[0] ?? ''] : undefined;
  const piece = schemaPiece(value);
  if (piece !== undefined && isNamed(piece.callee, 'Custom'))
    return textOf(piece.given.positional[0] ?? piece.given.keywords.get('io_type'));
  if (!isKind(value, 'class')) return undefined;
  for (const decorator of value.decorators) {
    const mark = schemaPiece(decorator);
    if (mark === undefined || !isNamed(mark.callee, 'comfytype')) continue;
    return textOf(mark.given.keywords.get('io_type') ?? mark.given.positional[0]);
  }
  return undefined;
}

function isNamed(value: Value, name: string): boolean {
  return originPath(value)?.split('.').at(-1) === name;
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
