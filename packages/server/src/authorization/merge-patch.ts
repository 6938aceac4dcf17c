import type { PatchOf } from '@patchbay/contract';

/** The target as a patch leaves it, by JSON Merge Patch (RFC 7396): null clears a key, objects merge, lists replace. */
export const mergePatch = <T extends object>(target: T, patch: PatchOf<T>): T => merge(target, patch) as T;

const merge = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, merge(merged.get(key), value));
  }
  // Not by assignment: a key of a stranger may be called "__proto__".
  return Object.fromEntries(merged);
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
