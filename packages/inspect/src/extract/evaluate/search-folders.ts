import { perhapsOf } from '../values/loose-members.ts';
import { isSequence } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';
import { insidePackage } from './package-paths.ts';

/** The folders that the package has added to `sys.path` so far. */
export const searchFolders = (run: Interpreter): string[] => {
  const listed = run.library.get('sys.path');
  const paths = isSequence(listed) ? listed.items : [];
  return paths
    .map(perhapsOf)
    .map((path) => (typeof path === 'string' ? insidePackage(path) : undefined))
    .filter((path) => path !== undefined);
};
