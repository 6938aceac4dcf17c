import type { ChangeOf } from '@patchbay/contract';
import type { ReadConnection } from '../store.ts';
import { isElsewhere } from './forgotten-versions.ts';

/** A stored package with the parts of its key. */
export interface PackageOfVersion {
  versionId: string;
  packageFolder: string;
  nodeKey: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

const perRead = 500;
const subjectPrefix = 'version:';

/** The packages of all versions in any state that are here, ordered by version id. */
export const readStoredPackages = async function* (read: ReadConnection): AsyncGenerator<PackageOfVersion> {
  let last = '';
  for (;;) {
    const rows = await read
      .selectFrom('versions')
      .innerJoin('nodes', 'nodes.key', 'versions.node_key')
      .select(['versions.id', 'versions.package_sha256', 'versions.package_bytes'])
      .select(['nodes.key', 'nodes.package_folder'])
      .where('versions.package_sha256', 'is not', null)
      .where((eb) => eb.not(isElsewhere))
      .where('versions.id', '>', last)
      .orderBy('versions.id')
      .limit(perRead)
      .$narrowType<{ package_sha256: string; package_bytes: number }>()
      .execute();
    for (const { id, package_sha256, package_bytes, key, package_folder } of rows) {
      yield {
        versionId: id,
        packageFolder: package_folder,
        nodeKey: key,
        sha256: package_sha256,
        bytes: package_bytes,
      };
    }
    if (rows.length < perRead) return;
    last = rows.at(-1)?.id ?? last;
  }
};

/**
 * The SHA-256 of the packages of these versions, by version id: hexadecimal, or null where the version has none yet. A
 * version that is gone is not among them.
 */
export const findPackageDigests = async (
  read: ReadConnection,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await read
    .selectFrom('versions')
    .select(['id', 'package_sha256'])
    .where('id', 'in', versionIds)
    .execute();
  return new Map(rows.map(({ id, package_sha256 }) => [id, package_sha256]));
};

/** As `findPackageDigests`, of every package that the log has for these versions. */
export const findLoggedDigests = async (
  read: ReadConnection,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await read
    .selectFrom('changes')
    .select(['subject', 'after_json'])
    .where('action', '=', 'package.stored')
    .where(
      'subject',
      'in',
      versionIds.map((id) => subjectPrefix + id),
    )
    .execute();
  return new Map(
    rows.map(({ subject, after_json }) => [
      subject.slice(subjectPrefix.length),
      (JSON.parse(after_json ?? '{}') as ChangeOf<'package.stored'>['after']).sha256,
    ]),
  );
};

export const countStoredPackages = async (read: ReadConnection): Promise<number> => {
  const { count } = await read
    .selectFrom('versions')
    .select((eb) => eb.fn.count<number>('package_sha256').as('count'))
    .where((eb) => eb.not(isElsewhere))
    .executeTakeFirstOrThrow();
  return count;
};

/** Id → number as it is written. */
export const findVersionNumbers = async (
  read: ReadConnection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('versions').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
};
