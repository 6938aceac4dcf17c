import { type Endpoints, versionOfQuery } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { ApiError, noActiveVersion } from '../../errors.ts';
import type { PackageSource } from '../../replication/package-source.ts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { presentVersion } from '../../documents/present.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

/**
 * Clients verify what they install, so a version from a registry that tells no digests is fetched before it is first
 * named. Without its package it is named nevertheless, and its download says why there is none.
 */
const learnDigest = async (
  { store, replication }: { store: Context['store']; replication: PackageSource },
  nodeId: string,
  number: string | undefined,
): Promise<void> => {
  const { node, latestVersion } = await publicNode(store.read, nodeId, { number });
  const asked = number ?? latestVersion?.version;
  if (asked === undefined) return;
  const version = await installableVersion(store.read, node, asked);
  if (version.package !== undefined) return;
  await replication.withPackage(node, version).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
};

/** The version to install: the one with this number, or the latest. */
export const installNode: Operation<Endpoints['installNode']> = async (
  { store, documents, publicUrl, replication },
  { params: { nodeId }, query: { version: asked } },
) => {
  const number = asked === undefined ? undefined : versionOfQuery(asked);
  if (replication !== undefined) await learnDigest({ store, replication }, nodeId, number);
  const document = await (number === undefined
    ? documents?.latestVersion(store.read, nodeId)
    : documents?.version(store.read, nodeId, number));
  if (document !== undefined) return new Json(document);
  const { node, latestVersion } = await publicNode(store.read, nodeId, { number });
  const version = number === undefined ? latestVersion : await installableVersion(store.read, node, number);
  if (version === undefined) throw noActiveVersion(node.id);
  if (documents === undefined)
    return presentVersion(version, { node, publicUrl: publicUrl(), inside: false });
  documents.missed();
  return new Json(documents.versionFromRows(version, node));
};
