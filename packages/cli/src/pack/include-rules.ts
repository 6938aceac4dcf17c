import type { Include } from '@patchbay/inspect/project';
import type { KeptFile } from './decision.ts';
import type { Rules } from './ignore-rules.ts';

/** Keeps the included files, and what is in the included folders. */
export const includeRules =
  (includes: readonly Include[]): Rules =>
  (path) => {
    const found = includes.find((one) => isAtOrIn(path, one));
    return found && { isKept: true, rule: `${found.source} "${found.path}"` };
  };

/** Whether a folder must be entered although it is left out. */
export const hasIncludeBelow = (folder: string, includes: readonly Include[]): boolean =>
  includes.some(({ path }) => path.startsWith(folder));

/** A sentence for each include that no file comes from. */
export const includeWarnings = (includes: readonly Include[], kept: readonly KeptFile[]): string[] =>
  includes
    .filter((one) => !kept.some(({ path }) => isAtOrIn(path, one)))
    .map(({ path, source }) => `${source} names "${path}", where there is nothing that can be included.`);

const isAtOrIn = (path: string, { path: included }: Include): boolean =>
  path === included || path.startsWith(`${included}/`);
