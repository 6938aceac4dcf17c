import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Project, toolTables } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import { textReader } from '../project/read-project.ts';
import type { Decision, KeptFile, Tree } from './decision.ts';
import { type Rules, type Ruling, alwaysRules, fileRules, firstRuling } from './ignore-rules.ts';
import { hasIncludeBelow, includeRules, includeWarnings } from './include-rules.ts';
import { resolveLink } from './resolve-link.ts';

/** A folder of the walk. */
interface Place {
  /** Relative to the project, with a slash at its end; empty for the project itself. */
  readonly path: string;
  /** Where the folder really is. */
  readonly source: string;
  /** The real folders on the way, this one included. */
  readonly ancestors: readonly string[];
  /** What holds for all of it unless a closer rule says otherwise. */
  readonly inherited: Ruling | undefined;
  /** The rules of the .gitignore files on the way, the innermost first. */
  readonly gitignores: readonly Rules[];
}

export interface Choice {
  readonly entriesMax: number;
  /** Where the package will be written; it is none of its own files. */
  readonly target?: string | undefined;
}

const byDefault: Ruling = { isKept: true, rule: 'no rule leaves it out' };
const notRegular: Ruling = { isKept: false, rule: 'always out: no regular file' };
const ownPackage: Ruling = { isKept: false, rule: 'always out: the package itself' };
const virtualEnvironment: Ruling = { isKept: false, rule: 'always out: a virtual environment' };

/**
 * Decides for every file of a project whether it is in the package. The first rule that names a path counts: what is
 * always out, the includes of pyproject.toml, the ignore files of the tools, .gitignore. Throws `invalid_project` for a
 * link that leaves the project and for a name that is not UTF-8, and `package_too_large` for more than `entriesMax` files.
 */
export const chooseFiles = async (
  folder: string,
  project: Pick<Project, 'nodeId' | 'includes'>,
  { entriesMax, target }: Choice,
): Promise<Tree> => {
  const root = await realpath(folder);
  const kept: KeptFile[] = [];
  const dropped: Decision[] = [];
  const { includes } = project;
  const ofTools = await Promise.all(toolTables.map(({ ignoreFile }) => readRules(root, ignoreFile)));
  const closest = firstRuling([alwaysRules(project), includeRules(includes), ...ofTools.flat()]);

  const rule = (path: string, { inherited, gitignores }: Place): Ruling =>
    // As Git has it, a folder that is left out takes along what is in it.
    closest(path) ?? inherited ?? firstRuling(gitignores)(path) ?? byDefault;

  const visit = async (place: Place): Promise<void> => {
    const entries = await readdir(place.source, { withFileTypes: true });
    const own = await readRules(place.source, '.gitignore', place.path);
    const here = { ...place, gitignores: [...own, ...place.gitignores] };
    for (const entry of entries) {
      const path = place.path + entry.name;
      const source = join(place.source, entry.name);
      if (entry.isSymbolicLink()) await visitLink(path, source, here);
      else if (entry.isDirectory()) await visitFolder(`${path}/`, source, here);
      else if (entry.isFile()) await visitFile(path, source, here);
      else drop(path, notRegular);
    }
  };

  const visitFile = async (path: string, source: string, place: Place): Promise<void> => {
    const ruling = source === target ? ownPackage : rule(path, place);
    if (!ruling.isKept) return drop(path, ruling);
    requireText(path);
    const { size } = await stat(source);
    kept.push({ path, isKept: true, rule: ruling.rule, source, bytes: size });
    if (kept.length > entriesMax) throw tooManyFiles(entriesMax);
  };

  const visitFolder = async (path: string, source: string, place: Place): Promise<void> => {
    const isVirtual = await stat(join(source, 'pyvenv.cfg')).catch(() => undefined);
    const ruling = isVirtual ? virtualEnvironment : rule(path, place);
    if (!ruling.isKept && !hasIncludeBelow(path, includes)) return drop(path, ruling);
    requireText(path);
    // What .gitignore brings back is only the folder: its files are for .gitignore to decide on.
    const inherited = closest(path) ?? (ruling.isKept ? place.inherited : ruling);
    await visit({ ...place, path, source, inherited, ancestors: [...place.ancestors, source] });
  };

  const visitLink = async (path: string, source: string, place: Place): Promise<void> => {
    const ruling = rule(path, place);
    if (!ruling.isKept) return drop(path, ruling);
    const { target, isFolder } = await resolveLink(root, path, source, place.ancestors);
    await (isFolder ? visitFolder(`${path}/`, target, place) : visitFile(path, target, place));
  };

  const drop = (path: string, { rule }: Ruling): void => void dropped.push({ path, isKept: false, rule });

  await visit({ path: '', source: root, ancestors: [root], inherited: undefined, gitignores: [] });
  return {
    kept: kept.sort(byPath),
    dropped: dropped.sort(byPath),
    warnings: includeWarnings(includes, kept),
  };
};

/** The rules of an ignore file, for paths from the root; none if there is no such file. */
const readRules = async (source: string, file: string, below = ''): Promise<Rules[]> => {
  const text = await textReader(source)(file);
  if (text === undefined) return [];
  const rules = fileRules(below + file, text);
  return [(path) => rules(path.slice(below.length))];
};

/** By UTF-16 units, since the order of words depends on the machine. */
const byPath = (a: Decision, b: Decision): number => (a.path < b.path ? -1 : Number(a.path > b.path));

/** Throws for a name that is not UTF-8: what the runtime has read instead names no file. */
const requireText = (path: string): void => {
  if (!path.includes('\u{fffd}')) return;
  throw new CliError('invalid_project', `The name of ${path} is not UTF-8, as names in a zip must be.`, {
    next: 'Rename the file, or name it in .gitignore.',
  });
};

const tooManyFiles = (entriesMax: number): CliError =>
  new CliError('package_too_large', `The package would have more than ${entriesMax} files.`, {
    next: 'Name what the node does not need in .gitignore, or run the command in the folder of the node.',
  });
