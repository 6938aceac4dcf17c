import type { ReadText } from './project.ts';
import type { TomlReader } from './toml-reader.ts';
import type { ToolTable } from './tool-tables.ts';

/** A line such as `__version__ = "1.2.0"`. A version that Python would have to compute does not count. */
const assignment =
  /^(?:__version__|VERSION)[\t ]*(?::[^=\n]+)?=[\t ]*(["'])([^"'\\\n]+)\1[\t ]*(?:[#;].*)?\r?$/m;

/**
 * The version in the file that `version.path` in the table of a tool names, if `dynamic` lists the version. The file is
 * read but never run.
 */
export const readDynamicVersion = async (
  reader: TomlReader,
  tables: readonly ToolTable[],
  readText: ReadText,
): Promise<string | undefined> => {
  if (!reader.texts('project', 'dynamic')?.includes('version')) return undefined;
  for (const { name } of tables) {
    const where = ['tool', name, 'version', 'path'];
    const path = reader.text(...where);
    if (path === undefined) continue;
    const text = isInside(path) ? await readText(path) : undefined;
    const version = text && assignment.exec(text)?.[2]?.trim();
    if (version) return version;
    reader.refuse(
      where,
      `${JSON.stringify(path)} is no file of the project with a line like __version__ = "1.0.0".`,
    );
    return undefined;
  }
  const [{ name } = { name: 'patchbay' }] = tables;
  reader.refuse(
    ['project', 'version'],
    `The version is dynamic. Only the file that path in [tool.${name}.version] names is read; add it, or write the version into [project].`,
  );
  return undefined;
};

/** Whether a path leads into no folder but those of the project. */
export const isInside = (path: string): boolean =>
  !/^(?:[/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..');
