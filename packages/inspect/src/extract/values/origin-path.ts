import { isKind, type Value } from './value.ts';

/** The dotted path an unknown was reached by (`comfy_api.latest.io.Int`); undefined when calls lie between. */
export const originPath = (value: Value | undefined): string | undefined => {
  if (!isKind(value, 'unknown') || value.origin === undefined) return undefined;
  const { origin } = value;
  if (origin.kind === 'import') return origin.path;
  if (origin.kind === 'call') return undefined;
  const path = originPath(origin.object);
  return path === undefined ? undefined : `${path}.${origin.name}`;
};
