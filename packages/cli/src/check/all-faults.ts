import { ProjectError, projectFile } from '@patchbay/inspect/project';
import { chooseFiles } from '../pack/choose-files.ts';
import type { PackageLimits } from '../pack/package-limits.ts';
import { findNameFaults } from '../pack/require-names.ts';
import { findMetadataRefusals } from './find-metadata-refusals.ts';

/** A ProjectError about a folder with all else that a publish would refuse of its metadata and of its names. */
export const withAllFaults = async (
  error: unknown,
  folder: string,
  { entriesMax }: PackageLimits,
): Promise<unknown> => {
  if (!(error instanceof ProjectError) || error.details === undefined) return error;
  const { message, details, found = {} } = error;
  const { nodeId = '', includes = [], publisherId } = found;
  const { kept } = await chooseFiles(folder, { nodeId, includes }, { entriesMax });
  const refusals = findMetadataRefusals(found, publisherId).map((refusal) => ({
    path: projectFile,
    message: refusal.replace(`${projectFile}: `, ''),
  }));
  return new ProjectError(message, [...details, ...refusals, ...findNameFaults(kept)]);
};
