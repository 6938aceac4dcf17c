import type { Project } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import type { KeptFile, Tree } from './decision.ts';
import { listProject } from './list-project.ts';
import type { PackageLimits } from './package-limits.ts';
import { type NameFault, findNameFaults, requireNames } from './require-names.ts';
import { ZipTooLargeError, writeZip } from './write-zip.ts';

/** A package, ready to be sent. */
export interface Packed extends Tree {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly unpackedBytes: number;
}

/** Files that an error names. */
const largestShown = 5;

export interface PackOptions {
  /** Where the package goes from its target. */
  readonly out?: string | undefined;
  /** Gets the files whose names cannot be unpacked everywhere, and the package is of the others; else they are thrown. */
  readonly faults?: NameFault[] | undefined;
}

/**
 * Writes the package of a project to `target`, which must not exist. The same files become the same bytes. Throws
 * `package_too_large` for what the registry would refuse, and what chooseFiles and requireNames throw.
 */
export const packProject = async (
  folder: string,
  project: Project,
  limits: PackageLimits,
  target: string,
  { out = target, faults }: PackOptions = {},
): Promise<Packed> => {
  const listed = await listProject(folder, project, { entriesMax: limits.entriesMax, target: out });
  const found = findNameFaults(listed.kept);
  if (faults === undefined) requireNames(found);
  faults?.push(...found);
  const faulty = new Set(found.map(({ path }) => path));
  const tree = { ...listed, kept: listed.kept.filter(({ path }) => !faulty.has(path)) };
  const unpackedBytes = tree.kept.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpackedBytes > limits.unpackedBytesMax) {
    throw tooLarge(
      tree.kept,
      `The files of the package have ${unpackedBytes} bytes`,
      limits.unpackedBytesMax,
    );
  }
  const { packageBytesMax } = limits;
  const zip = await writeZip(tree.kept, target, packageBytesMax).catch((error: unknown) => {
    if (!(error instanceof ZipTooLargeError)) throw error;
    throw tooLarge(tree.kept, 'The package is too large', packageBytesMax);
  });
  return { ...tree, ...zip, file: target, unpackedBytes };
};

const tooLarge = (files: readonly KeptFile[], what: string, bytesMax: number): CliError =>
  new CliError('package_too_large', `${what}; the registry takes ${bytesMax} bytes.`, {
    details: files
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, largestShown)
      .map(({ path, bytes }) => ({ path, message: `${bytes} bytes` })),
    next: 'Name large files that the node does not need in .patchbayignore, and fetch the others at run time.',
  });
