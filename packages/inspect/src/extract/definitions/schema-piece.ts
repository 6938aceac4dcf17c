import { originPath } from '../values/origin-path.ts';
import {
  isKind,
  type CallArguments,
  type InstanceValue,
  type UnknownValue,
  type Value,
} from '../values/value.ts';

/** The parts of a dotted path that only locate something in the host's API. */
const addressParts = /^(comfy_api|latest|v\d\w*|io|IO|_io)$/;

/**
 * `['Int', 'Input']` for `io.Int.Input`, whatever `io` is called; undefined for anything that is not the host's API.
 */
export const apiPath = (value: Value | undefined): string[] | undefined => {
  const parts = originPath(value)?.split('.') ?? [];
  if (!parts.some((part) => part.startsWith('comfy_api'))) return undefined;
  return parts.filter((part) => !addressParts.test(part));
};

/** A recorded call of the host's API: `io.Int.Input("seed", default=0)`. */
export interface SchemaPiece {
  callee: UnknownValue;
  given: CallArguments;
  value: UnknownValue | InstanceValue;
}

export const schemaPiece = (value: Value | undefined): SchemaPiece | undefined => {
  if (isKind(value, 'instance')) {
    const callee = value.class.unknownBases[0];
    return callee && value.given && { callee, given: value.given, value };
  }
  if (!isKind(value, 'unknown') || value.origin?.kind !== 'call') return undefined;
  const { callee, given } = value.origin;
  return { callee, given, value };
};

/** The argument with a name, passed by name or by position, or set on the object afterwards. */
export const pieceField = (piece: SchemaPiece, parameters: string[], name: string): Value | undefined => {
  const changed = piece.value.attributes.get(name) ?? piece.given.keywords.get(name);
  if (changed !== undefined) return changed;
  const position = parameters.indexOf(name);
  return position === -1 ? undefined : piece.given.positional[position];
};

/** Its spelling in the source. */
export const sourceOf = ({ value }: SchemaPiece): string =>
  isKind(value, 'unknown') ? value.source : `${value.class.name}()`;
