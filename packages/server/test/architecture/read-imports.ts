import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { inRepository } from '../docs/repository.ts';

/** One file that names another, in an import of any kind or as the module of a process, relative to one folder. */
export interface Import {
  from: string;
  to: string;
}

const specifiers = /\bfrom\s+'(\.{1,2}\/[^']+\.ts)'|\b(?:import|new URL)\('(\.{1,2}\/[^']+\.ts)'/g;

/** Every relative import below a folder of the repository; what lies outside of the folder begins with `..`. */
export const readImports = (folder: string): Import[] => {
  const root = inRepository(folder);
  return globSync('**/*.ts', { cwd: root, exclude: ['node_modules/**'] }).flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(specifiers)].map(([, fixed, lazy]) => ({
      from,
      to: normalize(join(dirname(from), fixed ?? lazy ?? '')),
    })),
  );
};

/** Files that import each other in a circle, in that order. Empty when there is no circle, else at least one. */
export const findCycles = (imports: readonly Import[]): string[][] => {
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  const cycles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) cycles.push(way.slice(start));
    if (start >= 0 || done.has(file)) return;
    for (const { to } of importsOf.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of importsOf.keys()) walk(file, []);
  return cycles;
};
