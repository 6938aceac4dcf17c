import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { CliError } from '../errors.ts';

/**
 * Where a link of a project leads. Throws `invalid_project` if that is nowhere, outside of the project or one of the
 * folders that the link is in: a package holds files, and only those of its project.
 */
export const resolveLink = async (
  root: string,
  path: string,
  source: string,
  ancestors: readonly string[],
): Promise<{ target: string; isFolder: boolean }> => {
  const target = await realpath(source).catch(() => undefined);
  if (target === undefined) throw badLink(path, 'leads nowhere');
  if (!isInside(root, target)) throw badLink(path, 'leaves the folder of the project');
  if (ancestors.includes(target)) throw badLink(path, 'leads back to a folder that it is in');
  return { target, isFolder: (await stat(target)).isDirectory() };
};

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const badLink = (path: string, how: string): CliError =>
  new CliError('invalid_project', `The link ${path} ${how}.`, {
    next: 'Put the file itself in its place, or name the link in .patchbayignore.',
  });
