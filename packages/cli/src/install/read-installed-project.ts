import { ProjectError, projectFile } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import { readProject, textReader } from '../project/read-project.ts';
import { readRequirements } from '../project/read-requirements.ts';
import { bounds } from './bounds.ts';
import type { InstalledNode } from './installed-node.ts';

/** What the files of an installed node say of it. */
export interface InstalledProject {
  readonly description?: string;
  readonly repository?: string;
  readonly license?: string;
  /** What it needs of Python, by pyproject.toml and requirements.txt, each line once. */
  readonly requirements: readonly string[];
  /** Whether these are all: the two files, where they were installed, could be read, and do not hold too many. */
  readonly isRead: boolean;
}

const requirementsFile = 'requirements.txt';

/** How pip finds packages, which names none. */
const pipOption = /^(?:-[ifc]\b|--(?!requirement\b|editable\b))/;

/** Reads a node in its folder. What is missing, or can no longer be read, says nothing. */
export const readInstalledProject = async (
  folder: string,
  files: InstalledNode['files'],
): Promise<InstalledProject> => {
  const project = files.has(projectFile) ? await ifReadable(readProject(folder)) : undefined;
  const listed = files.has(requirementsFile) ? await ifReadable(textReader(folder)(requirementsFile)) : '';
  const { kept, leftOut } = readRequirements(listed ?? '');
  const others = leftOut.filter((line) => !pipOption.test(line));
  const all = [...new Set([...(project?.nodeVersion.dependencies ?? []), ...kept, ...others])];
  const { description, repository, license }: Partial<Record<string, unknown>> = project?.node ?? {};
  return {
    ...(typeof description === 'string' && { description }),
    ...(typeof repository === 'string' && { repository }),
    ...(typeof license === 'string' && { license }),
    requirements: all.slice(0, bounds.requirementsMax),
    isRead:
      (project !== undefined || !files.has(projectFile)) &&
      listed !== undefined &&
      all.length <= bounds.requirementsMax,
  };
};

/** Undefined for a file that is not there or that somebody made unreadable. */
const ifReadable = async <Found>(reading: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await reading;
  } catch (error) {
    const isFaulty =
      error instanceof ProjectError ||
      (error instanceof CliError && (error.code === 'invalid_project' || error.code === 'no_project'));
    if (!isFaulty) throw error;
    return undefined;
  }
};
