import { type Project, parseProject, projectFile } from '@patchbay/inspect/project';
import { openZip } from './open-zip.ts';
import { ZipError } from './zip-error.ts';

/** What the pyproject.toml at the root of a package says. Throws a ZipError or a ProjectError. */
export const readZippedProject = async (zip: Blob): Promise<Project> => {
  const readText = await openZip(zip);
  const toml = await readText(projectFile);
  if (toml !== undefined) return parseProject(toml, readText);
  throw new ZipError(
    `There is no ${projectFile} at the root of this zip. It names the node and its version: pack the folder that holds it.`,
  );
};
