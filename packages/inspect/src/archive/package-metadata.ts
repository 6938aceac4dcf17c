import { isUtf8 } from 'node:buffer';
import { licenseIdOfText } from '@patchbay/contract/license-id';
import { parse } from 'smol-toml';
import { decodeText } from '../text/decode-text.ts';
import { foldName } from './fold-name.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import type { Archive } from './read-archive.ts';

export const METADATA_FILE = 'pyproject.toml';
const FILE_BYTES_MAX = 1024 ** 2;

/** What a package says about itself. A key is absent if the package does not say. */
export interface PackageMetadata {
  name?: string;
  version?: string;
  dependencies?: readonly string[];
  /** All forms in which it names its license: an expression, a text, files. */
  license?: readonly string[];
}

/** `problem` is a public sentence: the file exists but cannot be read. */
export type MetadataReading = { ok: true; declared: PackageMetadata } | { ok: false; problem: string };

/**
 * Reads the `project` table of the pyproject.toml at the root of the archive. Without that file, nothing is declared. A
 * spelling of its name that only some file systems treat as the same is a problem. Dependencies and a license that are
 * not in the standard's form count as not declared. Throws an ArchiveRefusal if the archive fails while the file is
 * read.
 */
export const readPackageMetadata = async (archive: Archive): Promise<MetadataReading> => {
  const entry = archive.entries.get(METADATA_FILE);
  if (entry === undefined) {
    const isMisspelled = [...archive.entries.values()].some(isMetadataToSome);
    return isMisspelled
      ? fail('has a different spelling. Rename it to pyproject.toml')
      : { ok: true, declared: {} };
  }
  if (entry.unpackedBytes > FILE_BYTES_MAX) return fail('is larger than 1 MiB. Keep only metadata in it');
  const bytes = await archive.read(METADATA_FILE, FILE_BYTES_MAX);
  const reading = parseMetadata(bytes);
  if (!reading.ok || reading.declared.license === undefined) return reading;
  const { license } = reading.declared;
  return {
    ok: true,
    declared: { ...reading.declared, license: [...license, ...(await idsIn(archive, license))] },
  };
};

/** More files, and longer ones, name no license. */
const [licenseFilesMax, licenseBytesMax] = [5, 64 * 1024];

/** The licenses that the texts of these files are. */
const idsIn = async (archive: Archive, names: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names.slice(0, licenseFilesMax)) {
    const entry = archive.entries.get(name.replace(/^\.\//, ''));
    if (entry === undefined || entry.isDirectory || entry.unpackedBytes > licenseBytesMax) continue;
    const id = licenseIdOfText(decodeText(await archive.read(entry.name, licenseBytesMax)).text);
    if (id !== undefined) ids.push(id);
  }
  return ids;
};

const isMetadataToSome = ({ name, isDirectory }: ArchiveEntry): boolean =>
  !isDirectory && foldName(name) === METADATA_FILE;

const parseMetadata = (bytes: Buffer): MetadataReading => {
  if (!isUtf8(bytes)) return fail('is not UTF-8. Save it as UTF-8 and publish again');
  let project: unknown;
  try {
    project = parse(decodeText(bytes).text)['project'];
  } catch {
    return fail('is not valid TOML. Correct it and publish again');
  }
  if (project === undefined) return { ok: true, declared: {} };
  if (typeof project !== 'object' || project === null || Array.isArray(project))
    return fail('has a "project" that is not a table. Write it as [project]');
  const declared: PackageMetadata = {};
  for (const key of ['name', 'version'] as const) {
    const value: unknown = Reflect.get(project, key);
    if (value === undefined) continue;
    if (typeof value !== 'string') return fail(`has a "project.${key}" that is not text. Put it in quotes`);
    declared[key] = value;
  }
  const dependencies = textsOf(Reflect.get(project, 'dependencies'));
  if (dependencies !== undefined) declared.dependencies = dependencies;
  const license = licenseOf(Reflect.get(project, 'license'), Reflect.get(project, 'license-files'));
  if (license.length > 0) declared.license = license;
  return { ok: true, declared };
};

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/**
 * A text or a table as in https://packaging.python.org/en/latest/specifications/pyproject-toml/#license, and the files.
 */
const licenseOf = (license: unknown, files: unknown): string[] => {
  const named: unknown[] =
    typeof license === 'object' && license !== null
      ? [Reflect.get(license, 'file'), Reflect.get(license, 'text')]
      : [license];
  return [...named, ...(textsOf(files) ?? [])].filter(
    (name) => typeof name === 'string' && name !== '',
  ) as string[];
};

const fail = (what: string): MetadataReading => ({
  ok: false,
  problem: `The package's ${METADATA_FILE} ${what}.`,
});
