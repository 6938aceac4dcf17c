import type { NeededNode } from '@patchbay/contract';
import { namedVersion } from '@patchbay/contract/workflow';
import { type VersionRange, findHighestVersions } from '../store/listing/named-nodes.ts';
import { findVersionsByPairs } from '../store/listing/version-pairs.ts';
import { compatibleKeys } from '../store/sort-key.ts';
import type { Store } from '../store/store.ts';
import type { Needed } from './workflow-nodes.ts';

/** A needed node with the version to install. */
interface Versioned extends Needed {
  chosen: Pick<NeededNode, 'version' | 'version_reason'>;
}

/**
 * The version of each node that the workflow should get: the one that it names if that is Active, else the highest that
 * is compatible with that, else the latest.
 */
export const chooseVersions = async (store: Store, needed: readonly Needed[]): Promise<Versioned[]> => {
  const named = new Map(needed.flatMap((one) => versionOf(one) ?? []));
  const pairs = needed.flatMap(({ node: { key, id } }) => {
    const version = named.get(key);
    return version === undefined ? [] : [{ key, node_id: id, version }];
  });
  const found = await findVersionsByPairs(store, pairs);
  const active = new Map(
    pairs.flatMap(({ key }, index) => {
      const version = found[index]?.version;
      return version?.status === 'NodeVersionStatusActive' ? [[key, version.version]] : [];
    }),
  );
  const ranges = pairs.flatMap(({ key, version }): VersionRange[] => {
    const keys = active.has(key) ? undefined : compatibleKeys(version);
    return keys === undefined ? [] : [{ nodeKey: key, ...keys }];
  });
  const compatible = await findHighestVersions(store, ranges);
  return needed.map((one) => ({
    ...one,
    chosen: chosenOf(
      ['named', active.get(one.node.key)],
      ['compatible', compatible.get(one.node.key)],
      ['latest', one.node.latestVersion ?? undefined],
    ),
  }));
};

type Choice = readonly [reason: NonNullable<NeededNode['version_reason']>, version: string | undefined];

const chosenOf = (...choices: readonly Choice[]): Pick<NeededNode, 'version' | 'version_reason'> => {
  for (const [version_reason, version] of choices)
    if (version !== undefined) return { version, version_reason };
  return {};
};

/** The version that the file names, if it is one: it can be a commit as well. */
const versionOf = ({ node: { key }, version = '' }: Needed): [string, string][] | undefined => {
  const canonical = namedVersion(version);
  return compatibleKeys(canonical) === undefined ? undefined : [[key, canonical]];
};
