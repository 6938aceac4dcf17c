import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseProject, type Project, projectFile, type ReadText } from '@patchbay/inspect/project';
import { decodeDeclaredText } from '@patchbay/inspect/text';
import { CliError } from '../errors.ts';

/** What the registry reads of a pyproject.toml. */
export const textBytesMax = 1024 ** 2;

/** Reads the project in a folder. Throws `no_project` without a pyproject.toml, and `invalid_project`. */
export const readProject = async (folder: string): Promise<Project> => {
  const readText = textReader(folder);
  const toml = await readText(projectFile);
  if (toml === undefined) {
    throw new CliError('no_project', `There is no ${projectFile} in ${folder}.`);
  }
  return parseProject(toml, readText);
};

/** Undefined for a file that is not there. */
export const textReader =
  (folder: string): ReadText =>
  async (path) => {
    try {
      await using file = await open(join(folder, path));
      const stats = await file.stat();
      if (stats.isDirectory())
        throw new CliError('invalid_project', `${path} is a folder. Name a file in it instead.`);
      if (stats.size > textBytesMax) throw largeText(path);
      return textOf(path, await file.readFile());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
  };

/** The text of a file of a project. Throws `invalid_project` for a pyproject.toml that is not UTF-8, as TOML must be. */
export const textOf = (path: string, bytes: Buffer): string => {
  if (path === projectFile && !isUtf8(bytes))
    throw new CliError('invalid_project', `${path} is not UTF-8. Save it as UTF-8.`);
  return decodeDeclaredText(bytes).text;
};

export const largeText = (path: string): CliError =>
  new CliError('invalid_project', `${path} is larger than 1 MiB. Keep only metadata in it.`);
