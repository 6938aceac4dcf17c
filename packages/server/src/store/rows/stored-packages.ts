import type { Reader } from '../store.ts';

/** A stored package with the parts of its key. */
export interface PackageOfVersion {
  versionId: string;
  packageFolder: string;
  nodeKey: string;
  /** Hexadecimal. */
  sha256: string;
}

const perRead = 500;

/** The packages of all versions in any state, ordered by version id. */
export const readStoredPackages = async function* (read: Reader): AsyncGenerator<PackageOfVersion> {
  let last = '';
  for (;;) {
    const rows = await read
      .selectFrom('versions')
      .innerJoin('nodes', 'nodes.key', 'versions.node_key')
      .select(['versions.id', 'versions.package_sha256', 'nodes.key', 'nodes.package_folder'])
      .where('versions.package_sha256', 'is not', null)
      .where('versions.id', '>', last)
      .orderBy('versions.id')
      .limit(perRead)
      .$narrowType<{ package_sha256: string }>()
      .execute();
    for (const { id, package_sha256, key, package_folder } of rows) {
      yield { versionId: id, packageFolder: package_folder, nodeKey: key, sha256: package_sha256 };
    }
    if (rows.length < perRead) return;
    last = rows.at(-1)?.id ?? last;
  }
};

export const countStoredPackages = async (read: Reader): Promise<number> => {
  const { count } = await read
    .selectFrom('versions')
    .select((eb) => eb.fn.count<number>('package_sha256').as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
