import type { Endpoints } from '@patchbay/contract';
import { noActiveVersion } from '../../errors.ts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { fillDocument, latestVersionIn } from '../../documents/render.ts';
import { presentVersion } from '../../documents/present.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** The version to install: the one with this number, or the latest. */
export const installNode: Operation<Endpoints['installNode']> = async (context, { params, query }) => {
  const { store, documents } = context;
  const json =
    query.version === undefined
      ? latestVersionIn((await documents?.node(store.read, params.nodeId))?.json ?? '')
      : await documents?.version(store.read, params.nodeId, query.version);
  if (json !== undefined) return new Json(fillDocument(json, { publicUrl: context.publicUrl() }));
  const { node, latestVersion } = await publicNode(store.read, params.nodeId);
  const version =
    query.version === undefined ? latestVersion : await installableVersion(store.read, node, query.version);
  if (version === undefined) throw noActiveVersion(node.id);
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: false });
};
