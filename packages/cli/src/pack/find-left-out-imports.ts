import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { decodeDeclaredText } from '@patchbay/inspect/text';
import type { Decision, KeptFile, Tree } from './decision.ts';

/** Larger sources are data. */
const sourceBytesMax = 1024 ** 2;
const warningsMax = 20;

/**
 * A sentence for each module that the package's own Python imports and that is left out. An absolute name counts if
 * something beside the file or at the root of the project has it.
 */
export const findLeftOutImports = async ({
  kept,
  dropped,
}: Pick<Tree, 'kept' | 'dropped'>): Promise<string[]> => {
  const sources = kept.filter(({ path, bytes }) => path.endsWith('.py') && bytes <= sourceBytesMax);
  if (sources.length === 0 || dropped.length === 0) return [];
  const { listImports } = await import('@patchbay/inspect');
  const isKept = new Set(kept.flatMap(({ path }) => pathsOf(path)));
  const warnings = new Map<string, string>();
  for (const file of sources) {
    for (const { level, path, line } of await listImports(
      decodeDeclaredText(await readFile(file.source)).text,
    )) {
      const places = placesOf(file, level).map((folder) => join(folder, path));
      if (places.some((place) => isKept.has(place) || isKept.has(`${place}.py`))) continue;
      const left = dropped.find((one) => places.some((place) => isModuleAt(one, place)));
      if (left === undefined || warnings.has(left.path)) continue;
      warnings.set(left.path, `${file.path}:${line} imports ${left.path}, which is left out (${left.rule}).`);
      if (warnings.size === warningsMax) return [...warnings.values()];
    }
  }
  return [...warnings.values()];
};

/** The folders in which an import is looked up. */
const placesOf = ({ path }: KeptFile, level: number): string[] => {
  const folder = dirname(path);
  if (level === 0) return [folder, '.'];
  const up = folder === '.' ? [] : folder.split('/');
  const isOutside = level - 1 > up.length;
  return isOutside ? [] : [up.slice(0, up.length - level + 1).join('/')];
};

/** A file and the folders it is in. */
const pathsOf = (path: string): string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Whether what was left out is this module, or a folder that the module would be in. */
const isModuleAt = ({ path }: Decision, module: string): boolean =>
  path.endsWith('/')
    ? `${module}/`.startsWith(path)
    : path === `${module}.py` || path === `${module}/__init__.py`;
