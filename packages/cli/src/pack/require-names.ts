import { checkName, foldName, isWindowsName } from '@patchbay/inspect/archive';
import { CliError } from '../errors.ts';
import { count } from '../output/count.ts';
import type { KeptFile } from './decision.ts';

/** Names that an error lists. */
const shownMax = 20;

const faults: Readonly<Record<string, string>> = {
  backslash: 'A zip reads the backslash as the end of a folder.',
  'control-character': 'The name has a control or invisible character.',
  'name-too-long': 'The name is too long or too deep.',
};
const unclean = 'Windows can hold no name with a ":", or with a dot or a space at the end.';

const faultOf = (path: string): string | undefined => {
  const rule = checkName(path);
  return rule === undefined ? undefined : (faults[rule] ?? unclean);
};

/** A file of a package, and why it cannot be unpacked everywhere. */
export interface NameFault {
  readonly path: string;
  readonly message: string;
}

/** A line for each name that a zip or a common system cannot hold, or cannot hold beside the others. */
export const findNameFaults = (files: readonly Pick<KeptFile, 'path'>[]): NameFault[] => {
  const paths = new Map<string, string>();
  const found: NameFault[] = [];
  for (const { path } of files) {
    const key = foldName(path);
    const twin = paths.get(key);
    paths.set(key, twin ?? path);
    const message = faultOf(path) ?? (twin && `Windows and macOS cannot hold ${twin} beside it.`);
    if (message !== undefined) found.push({ path, message });
  }
  for (const { path } of files) {
    const file = foldersOf(path)
      .map((folder) => paths.get(foldName(folder)))
      .find(Boolean);
    if (file !== undefined)
      found.push({ path, message: `Windows and macOS cannot hold the file ${file} beside its folder.` });
  }
  return found;
};

/** A sentence for each of these faults, for a check that goes on without the files. */
export const nameRefusals = (faults: readonly NameFault[]): string[] => [
  ...faults
    .slice(0, shownMax)
    .map(({ path, message }) => `${path}: ${message} Rename it, or name it in .patchbayignore.`),
  ...(faults.length > shownMax
    ? [`${count(faults.length - shownMax, 'more name')} cannot be unpacked everywhere.`]
    : []),
];

/** Throws `invalid_project` if names cannot be unpacked everywhere. */
export const requireNames = (details: readonly NameFault[]): void => {
  if (details.length === 0) return;
  throw new CliError('invalid_project', 'The package would have names that cannot be unpacked everywhere.', {
    details: details.slice(0, shownMax),
    next: 'Rename these files, or name them in .patchbayignore.',
  });
};

const foldersOf = (path: string): string[] =>
  path.split('/').flatMap((_, index, parts) => (index === 0 ? [] : parts.slice(0, index).join('/')));

/** A sentence for each name that Windows alone cannot hold. */
export const findWindowsNames = (files: readonly Pick<KeptFile, 'path'>[]): string[] =>
  files
    .filter(({ path }) => !isWindowsName(path))
    .slice(0, shownMax)
    .map(({ path }) => `${path} has a name that Windows cannot hold. Rename it.`);
