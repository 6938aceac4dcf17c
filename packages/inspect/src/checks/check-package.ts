import type { Archive } from '../archive/read-archive.ts';
import { ArchiveRefusal } from '../archive/archive-refusal.ts';
import { readSources } from '../archive/read-sources.ts';
import { createPythonParser, type PythonParser } from '../python/python-parser.ts';
import { METADATA_FILE, readPackageMetadata } from '../archive/package-metadata.ts';
import {
  type PublishedMetadata,
  findDifferentDependencies,
  hasDifferentLicense,
} from './compare-metadata.ts';
import { checkFile } from './check-file.ts';
import { checkNeeded, startPythonChecks } from './check-python.ts';
import { DEFAULT_CHECK_LIMITS, type CheckLimits } from './check-limits.ts';
import { isOfKind } from './file-kinds.ts';
import { FindingList } from './finding-list.ts';
import { makeImportGraph } from './imports/import-graph.ts';
import { PackageSources } from './python/package-sources.ts';
import { RULESET_VERSION } from './ruleset.ts';
import type { Verdict } from './verdict.ts';
import { EXCERPT_CHARACTERS_MAX } from './write-excerpt.ts';

export interface CheckOptions extends Partial<CheckLimits> {
  /** One that has read the sources for others keeps its trees. */
  parser?: PythonParser;
  /** What `readSources` returns, if it is at hand. */
  texts?: ReadonlyMap<string, string | undefined>;
}

/**
 * Checks the files of a package and returns the findings with their reasons. The verdict is `found` if a finding
 * refuses the package, `could-not-check` if a file or the package exceeds a budget, which a finding names, and `passed`
 * otherwise. The same bytes with the same metadata always get the same verdict under the same ruleset and limits.
 * Throws only errors that the package did not cause, such as those of the disk.
 */
export const checkPackage = async (
  archive: Archive,
  options: CheckOptions = {},
  published?: PublishedMetadata,
): Promise<Verdict> => {
  const { parser = await createPythonParser(), texts = await readSources(archive), ...changed } = options;
  const limits = { ...DEFAULT_CHECK_LIMITS, ...changed };
  const graph = makeImportGraph(texts);
  const findings = new FindingList((file) => isOfKind(file, 'Python') && !graph.isImported(file));
  const budget = { stepsLeft: stepsFor(texts, limits) };
  const python = startPythonChecks(new PackageSources(texts, graph, { parser, budget }));
  const left = { textBytes: limits.allTextBytesMax, pythonBytes: limits.allPythonBytesMax };
  const names = [...archive.entries.values()]
    .filter(({ isDirectory }) => !isDirectory)
    .map(({ name }) => name);
  names.sort();
  for (const file of names.slice(0, limits.filesMax)) {
    try {
      await checkFile(file, { archive, python, limits, left, findings });
      if (file === METADATA_FILE && published !== undefined)
        await checkMetadata(archive, published, findings);
    } catch (error) {
      if (!(error instanceof ArchiveRefusal)) throw error;
      findings.add('could-not-check', { file });
    }
  }
  await checkNeeded(python, findings);
  if (!python.sources.isComplete) findings.add('not-followed', { file: '' });
  const folder = findOnlyFolder(names.filter((name) => !OF_DESKTOP.test(name)));
  if (folder !== undefined) findings.add('nothing-at-root', { file: folder });
  const [unread] = names.slice(limits.filesMax);
  if (unread !== undefined) findings.add('could-not-check', { file: unread });
  return { outcome: decideOutcome(findings), findings: findings.list(), rulesetVersion: RULESET_VERSION };
};

/** A small package that needs very many steps was made to need them. */
const stepsFor = (
  texts: ReadonlyMap<string, string | undefined>,
  { traceStepsMin, traceStepsMax }: CheckLimits,
): number => {
  const length = [...texts.values()].reduce((sum, text = '') => sum + text.length, 0);
  return Math.min(traceStepsMin + length, traceStepsMax);
};

/** What desktops add to a folder or to its zip. */
const OF_DESKTOP = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** The folder of all files, as in the archive that a forge makes of a repository, if it holds what the root should. */
const findOnlyFolder = (names: readonly string[]): string | undefined => {
  const [folder = ''] = /^[^/]+\//.exec(names[0] ?? '') ?? [];
  const isOnly = folder !== '' && names.every((name) => name.startsWith(folder));
  const isLoadable = [`${folder}__init__.py`, `${folder}${METADATA_FILE}`].some((name) =>
    names.includes(name),
  );
  return isOnly && isLoadable ? folder : undefined;
};

const checkMetadata = async (
  archive: Archive,
  published: PublishedMetadata,
  findings: FindingList,
): Promise<void> => {
  const metadata = await readPackageMetadata(archive);
  if (!metadata.ok) return;
  const different = findDifferentDependencies(metadata.declared, published);
  if (different.length > 0) {
    const excerpt = different.join(', ').slice(0, EXCERPT_CHARACTERS_MAX);
    findings.add('dependencies-differ', { file: METADATA_FILE, excerpt });
  }
  if (hasDifferentLicense(metadata.declared, published)) {
    findings.add('license-differs', { file: METADATA_FILE });
  }
};

const decideOutcome = (findings: FindingList): Verdict['outcome'] => {
  if (findings.has(({ severity }) => severity === 'error')) return 'found';
  return findings.has(({ rule }) => rule === 'could-not-check') ? 'could-not-check' : 'passed';
};
