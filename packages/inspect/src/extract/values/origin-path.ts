import { isKind, type Value } from './value.ts';

/** The dotted path that led to an unknown (`comfy_api.latest.io.Int`); undefined if it contains calls. */
export const originPath = (value: Value | undefined): string | undefined => {
  if (!isKind(value, 'unknown') || value.origin === undefined) return undefined;
  const { origin } = value;
  if (origin.kind === 'import') return origin.path;
  if (origin.kind === 'call') return undefined;
  const path = originPath(origin.object);
  return path === undefined ? undefined : `${path}.${origin.name}`;
};
