import type { ReadText } from '@patchbay/inspect/project';

/**
 * The requirements in requirements.txt that a pyproject.toml can have; undefined without that file. Options of pip, such
 * as `-r more.txt` and `--index-url`, are no requirements.
 */
export const readRequirements = async (readText: ReadText): Promise<string[] | undefined> => {
  const text = await readText('requirements.txt');
  return text
    ?.replaceAll(/\s*\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('-'));
};
