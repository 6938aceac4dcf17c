import { parse } from 'smol-toml';
import type { Archive } from './read-archive.ts';

const FILE_NAME = 'pyproject.toml';
const FILE_BYTES_MAX = 1024 ** 2;

/** What a package says about itself; a key is absent where it says nothing. */
export interface PackageMetadata {
  name?: string;
  version?: string;
}

/** `problem` is a public sentence: the file is there, but nothing can be read from it. */
export type MetadataReading = { ok: true; declared: PackageMetadata } | { ok: false; problem: string };

/**
 * Reads `project.name` and `project.version` from the pyproject.toml at the archive's root; without that file
 * nothing is declared. Throws an ArchiveRefusal when the archive fails while the file is read from it.
 */
export async function readPackageMetadata(archive: Archive): Promise<MetadataReading> {
  const entry = archive.entries.get(FILE_NAME);
  if (entry === undefined) return { ok: true, declared: {} };
  if (entry.unpackedBytes > FILE_BYTES_MAX) return fail('is larger than 1 MiB; keep to metadata in it');
  const bytes = await archive.read(FILE_NAME, FILE_BYTES_MAX);
  return parseMetadata(bytes);
}

function parseMetadata(bytes: Buffer): MetadataReading {
  let project: unknown;
  try {
    project = parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))['project'];
  } catch {
    return fail('is not valid TOML; correct it and publish again');
  }
  if (project === undefined) return { ok: true, declared: {} };
  if (typeof project !== 'object' || project === null || Array.isArray(project))
    return fail('has a "project" that is not a table; write it as [project]');
  const declared: PackageMetadata = {};
  for (const key of ['name', 'version'] as const) {
    const value: unknown = Reflect.get(project, key);
    if (value === undefined) continue;
    if (typeof value !== 'string') return fail(`has a "project.${key}" that is not text; put it in quotes`);
    declared[key] = value;
  }
  return { ok: true, declared };
}

function fail(what: string): MetadataReading {
  return { ok: false, problem: `The package's ${FILE_NAME} ${what}.` };
}
