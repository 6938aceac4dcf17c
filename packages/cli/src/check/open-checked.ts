import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { ArchiveRefusal, readVerifiedArchive } from '@patchbay/inspect';
import { digestOf } from '@patchbay/inspect/facts';
import { parseProject, type Project, projectFile } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import { withAllFaults } from './all-faults.ts';
import { findEmptySubmodules, submodulesFile } from '../pack/find-empty-submodules.ts';
import { packTemporarily } from '../pack/pack-temporarily.ts';
import { type PackageLimits, usualLimits } from '../pack/package-limits.ts';
import type { NameFault } from '../pack/require-names.ts';
import { largeText, readProject, textBytesMax, textOf } from '../project/read-project.ts';

/** A package with the project that it is of. */
export interface Checked extends AsyncDisposable {
  readonly project: Project;
  /** As a registry of the project's host writes it. */
  readonly version: string;
  /** That of the project; absent for a zip. */
  readonly folder?: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** In the order of the package, with the rule that put each there; a zip has none. */
  readonly files: readonly { readonly path: string; readonly rule?: string }[];
  readonly warnings: readonly string[];
  readonly limits: PackageLimits;
}

/**
 * The package in a zip, or that of the project in a folder, which is removed with it. The files of a folder whose names
 * cannot be unpacked everywhere are left out for `faults`, or else thrown.
 */
export const openChecked = async (
  path: string,
  limits = usualLimits,
  faults?: NameFault[],
): Promise<Checked> => {
  const opened = await open(path, limits, faults);
  const { version, looseVersions } = opened.project;
  const canonical = canonicalVersion(version, { looseVersions });
  if (canonical === version) return { ...opened, version };
  const warning = `${projectFile}: project.version: "${version}" is published as ${canonical}, and some registries refuse it. Write "${canonical}".`;
  return { ...opened, version: canonical, warnings: [...opened.warnings, warning] };
};

const open = async (
  path: string,
  limits: PackageLimits,
  faults: NameFault[] | undefined,
): Promise<Omit<Checked, 'version'>> => {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new CliError('no_project', `There is no folder or file ${path}.`);
  if (!stats.isDirectory()) {
    const { project, files, warnings } = await readZippedProject(path, limits);
    const sha256 = await digestOf(createReadStream(path));
    return {
      project,
      file: path,
      bytes: stats.size,
      sha256,
      files,
      warnings,
      limits,
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const project = await readProject(path).catch(async (error: unknown) => {
    throw faults === undefined ? error : await withAllFaults(error, path, limits);
  });
  const temporary = await packTemporarily(path, project, limits, { faults });
  const { file, bytes, sha256, kept, warnings } = temporary.packed;
  return {
    project,
    folder: path,
    file,
    bytes,
    sha256,
    files: kept,
    warnings,
    limits,
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
};

const readZippedProject = async (
  file: string,
  limits: PackageLimits,
): Promise<Pick<Checked, 'project' | 'files' | 'warnings'>> => {
  try {
    await using archive = await readVerifiedArchive(file, limits);
    const readText = async (name: string): Promise<string | undefined> => {
      const entry = archive.entries.get(name);
      if (entry === undefined) return undefined;
      if (entry.unpackedBytes > textBytesMax) throw largeText(name);
      return textOf(name, await archive.read(name, textBytesMax));
    };
    const toml = await readText(projectFile);
    if (toml === undefined)
      throw new CliError('no_project', `There is no ${projectFile} at the root of ${file}.`);
    const project = await parseProject(toml, readText);
    const submodules = (await readText(submodulesFile)) ?? '';
    const names = [...archive.entries.keys()];
    const files = names.filter((name) => !name.endsWith('/')).map((path) => ({ path }));
    return { project, files, warnings: findEmptySubmodules(submodules, names) };
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    throw new CliError('invalid_package', error.message, {
      details: error.entry === undefined ? [] : [{ path: error.entry, message: error.message }],
    });
  }
};
