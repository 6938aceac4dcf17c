import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { versionCharsMax } from '@patchbay/contract/identifiers';
import { isPublishableVersion, parseVersion } from '@patchbay/contract/valid-identifiers';
import {
  type ReadText,
  makeTomlReader,
  parseProject,
  parseToml,
  projectFile,
  toolTables,
} from '@patchbay/inspect/project';
import semver from 'semver';
import { CliError } from '../errors.ts';
import { saveFile } from '../files/save-file.ts';
import { findTomlTables } from './find-toml-tables.ts';
import { readProject, textOf, textReader } from './read-project.ts';

const parts = ['patch', 'minor', 'major'] as const;

/** Raises the version of a project, or says what it is. The rest of the file keeps its text. */
export const changeVersion = async (
  cwd: string,
  folder: string,
  change: string | undefined,
): Promise<{ file: string; before: string; version: string }> => {
  const source = resolve(cwd, folder);
  const { version: before, looseVersions } = await readProject(source);
  const readText = textReader(source);
  const path = versionFileOf((await readText(projectFile)) ?? '');
  const file = join(source, path);
  if (change === undefined) return { file, before, version: before };
  const version = versionAfter(canonicalVersion(before, { looseVersions }), change);
  // A byte is a character here, so that the others stay as they are in whatever encoding.
  const text = await readFile(file, 'latin1');
  const rewrite = path === projectFile ? changeToml : changePython;
  const changed = Buffer.from(rewrite(text, before, version), 'latin1');
  const readChanged: ReadText = async (name) => (name === path ? textOf(path, changed) : readText(name));
  const read = await parseProject((await readChanged(projectFile)) ?? '', readChanged);
  // Guards against a form of text that is not understood.
  if (read.version !== version) throw byHand(path, version);
  await saveFile(file, changed);
  return { file, before, version };
};

/** Where the version is: in pyproject.toml, unless that names a file for it. */
const versionFileOf = (toml: string): string => {
  const reader = makeTomlReader(parseToml(toml));
  if (reader.has('project', 'version')) return projectFile;
  const [path] = toolTables.flatMap(({ name }) => reader.text('tool', name, 'version', 'path') ?? []);
  return path ?? projectFile;
};

const versionAfter = (before: string, change: string): string => {
  const part = parts.find((one) => one === change);
  const version = part === undefined ? change : semver.inc(before, part);
  if (version === null) {
    throw new CliError('invalid_project', `"${before}" is no version that can be raised.`, {
      next: 'Give the version to write, such as 1.2.3.',
    });
  }
  const parsed = parseVersion(version);
  if (parsed !== undefined && isPublishableVersion(parsed)) return version;
  if (part !== undefined) {
    throw new CliError(
      'invalid_project',
      `The ${part} part of "${before}" cannot be raised: ${version} is too large.`,
      {
        next: 'Give the version to write, such as 1.2.3.',
      },
    );
  }
  throw new CliError('usage', `"${change}" is neither ${parts.join(', ')} nor a version.`, {
    next: `Write a version like 1.2.3 (SemVer 2.0.0), at most ${versionCharsMax} characters.`,
  });
};

/** As one byte is one character. */
const byteOrderMark = /^\u00ef\u00bb\u00bf/;

const changeToml = (toml: string, before: string, version: string): string => {
  const [mark = ''] = byteOrderMark.exec(toml) ?? [];
  const lines = toml.slice(mark.length).split('\n');
  const table = findTomlTables(lines).find(({ path }) => path.length === 1 && path[0] === 'project');
  const index = lines.findIndex(
    (line, at) =>
      table !== undefined && at >= table.start && at < table.end && /^\s*"?version"?\s*=/.test(line),
  );
  if (index < 0) throw byHand(projectFile, version);
  lines[index] = replaceQuoted(lines[index] ?? '', before, version);
  return mark + lines.join('\n');
};

const changePython = (text: string, before: string, version: string): string =>
  text
    .split('\n')
    .map((line) => (/^(?:__version__|VERSION)\b/.test(line) ? replaceQuoted(line, before, version) : line))
    .join('\n');

/** Its quotes and the comment behind it stay. */
const replaceQuoted = (line: string, before: string, version: string): string => {
  for (const quote of ['"', "'"]) {
    const found = line.indexOf(quote + before + quote);
    if (found >= 0) return line.slice(0, found + 1) + version + line.slice(found + 1 + before.length);
  }
  return line;
};

const byHand = (path: string, version: string): CliError =>
  new CliError('invalid_project', `${path} has the version in a form that cannot be changed.`, {
    next: `Write ${version} there by hand.`,
  });
