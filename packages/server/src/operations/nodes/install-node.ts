import type { Endpoints } from '@patchbay/contract';
import { noActiveVersion } from '../../errors.ts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { presentVersion } from '../../documents/present.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** The version to install: the one with this number, or the latest. */
export const installNode: Operation<Endpoints['installNode']> = async (
  { store, documents, publicUrl },
  { params: { nodeId }, query: { version: number } },
) => {
  const document = await (number === undefined
    ? documents?.latestVersion(store.read, nodeId)
    : documents?.version(store.read, nodeId, number));
  if (document !== undefined) return new Json(document);
  const { node, latestVersion } = await publicNode(store.read, nodeId);
  const version = number === undefined ? latestVersion : await installableVersion(store.read, node, number);
  if (version === undefined) throw noActiveVersion(node.id);
  if (documents === undefined)
    return presentVersion(version, { node, publicUrl: publicUrl(), inside: false });
  documents.missed();
  return new Json(documents.versionFromRows(version, node));
};
