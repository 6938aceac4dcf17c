import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Project, toolTables } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import { textReader } from '../project/read-project.ts';
import type { Decision, KeptFile, Tree } from './decision.ts';
import { type Rules, type Ruling, alwaysRules, fileRules, firstRuling } from './ignore-rules.ts';
import { hasIncludeBelow, includeRules, includeWarnings } from './include-rules.ts';
import { resolveLink } from './resolve-link.ts';
import { nothingTracked, readTrackedFiles, type TrackedFiles } from './tracked-files.ts';

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
  /** The rule of .gitignore that leaves it out, which does not hold for what Git tracks in it. */
  readonly ignored: Ruling | undefined;
  /** The rules of the .gitignore files on the way, the innermost first. */
  readonly gitignores: readonly Rules[];
  /** What the innermost repository around it tracks. */
  readonly tracked: TrackedFiles;
}

export interface Choice {
  readonly entriesMax: number;
  /** Where the package will be written; it is none of its own files. */
  readonly target?: string | undefined;
}

const byDefault: Ruling = { isKept: true, rule: 'by default' };
const notRegular: Ruling = { isKept: false, rule: 'always out: no regular file' };
const ownPackage: Ruling = { isKept: false, rule: 'always out: the package itself' };
const virtualEnvironment: Ruling = { isKept: false, rule: 'always out: a virtual environment' };

/** Of more repositories in the project than these, .gitignore alone decides. */
const repositoriesMax = 100;
const problemsMax = 5;

/**
 * Decides for every file of a project whether it is in the package. The first rule that names a path counts: what is
 * always out, the includes of pyproject.toml, the ignore files of the tools, what Git tracks, .gitignore. Throws
 * `invalid_project` for a link that leaves the project and for a name that is not UTF-8, and `package_too_large` for more
 * than `entriesMax` files.
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

  // As Git has it, a folder that is left out takes along what is in it.
  const ofGit = (path: string, { ignored, gitignores }: Place): Ruling | undefined =>
    ignored ?? firstRuling(gitignores)(path);
  const rule = (path: string, place: Place): Ruling => {
    const ruling = closest(path) ?? place.inherited;
    if (ruling !== undefined) return ruling;
    const ignored = ofGit(path, place);
    if (ignored?.isKept !== false || !place.tracked.has(path)) return ignored ?? byDefault;
    return { isKept: true, rule: `tracked by Git, in spite of ${ignored.rule}` };
  };

  const visit = async (place: Place): Promise<void> => {
    const entries = await readdir(place.source, { withFileTypes: true });
    const own = await readRules(place.source, '.gitignore', place.path);
    const isRepository = place.path === '' || entries.some(({ name }) => name === '.git');
    const tracked = isRepository ? await readTracked(place) : place.tracked;
    const here = { ...place, tracked, gitignores: [...own, ...place.gitignores] };
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
    const inherited = closest(path) ?? (isVirtual ? virtualEnvironment : place.inherited);
    // What .gitignore brings back is only the folder: its files are for .gitignore to decide on.
    const ignored = [ofGit(path, place)].find((found) => found?.isKept === false);
    await visit({ ...place, path, source, inherited, ignored, ancestors: [...place.ancestors, source] });
  };

  const visitLink = async (path: string, source: string, place: Place): Promise<void> => {
    const ruling = rule(path, place);
    if (!ruling.isKept) return drop(path, ruling);
    const { target, isFolder } = await resolveLink(root, path, source, place.ancestors);
    await (isFolder ? visitFolder(`${path}/`, target, place) : visitFile(path, target, place));
  };

  const drop = (path: string, { rule }: Ruling): void => void dropped.push({ path, isKept: false, rule });

  const problems: string[] = [];
  let repositories = 0;
  const readTracked = async ({ source, path }: Place): Promise<TrackedFiles> => {
    const tracked =
      (repositories += 1) > repositoriesMax
        ? nothingTracked('there are too many repositories')
        : await readTrackedFiles(source, path);
    if (tracked.problem !== undefined) problems.push(trackedWarning(path, tracked.problem));
    return tracked;
  };

  await visit({
    path: '',
    source: root,
    ancestors: [root],
    inherited: undefined,
    ignored: undefined,
    gitignores: [],
    tracked: nothingTracked(),
  });
  // Without a file that .gitignore leaves out, it makes no difference what Git tracks.
  const isGitignoreUsed = dropped.some(({ rule }) => /^(?:.*\/)?\.gitignore:\d/.test(rule));
  return {
    kept: kept.sort(byPath),
    dropped: dropped.sort(byPath),
    warnings: [
      ...includeWarnings(includes, kept),
      ...(isGitignoreUsed ? problems.slice(0, problemsMax) : []),
    ],
  };
};

const trackedWarning = (path: string, problem: string): string =>
  `Git could not be asked what it tracks in ${path === '' ? 'the project' : path}, so .gitignore alone decides: ${problem}.`;

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
    next: 'Rename the file, or name it in .patchbayignore.',
  });
};

const tooManyFiles = (entriesMax: number): CliError =>
  new CliError('package_too_large', `The package would have more than ${entriesMax} files.`, {
    next: 'Name what the node does not need in .patchbayignore, or run the command in the folder of the node.',
  });
