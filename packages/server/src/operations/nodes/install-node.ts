import type { Endpoints } from '@patchbay/contract';
import { noActiveVersion } from '../../errors.ts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { presentVersion } from '../../present/version.ts';
import type { Operation } from '../operation.ts';

/** The version to install: the one with this number, or the latest. */
export const installNode: Operation<Endpoints['installNode']> = async (context, { params, query }) => {
  const { node, latestVersion } = await publicNode(context.store.read, params.nodeId);
  const version =
    query.version === undefined
      ? latestVersion
      : await installableVersion(context.store.read, node, query.version);
  if (version === undefined) throw noActiveVersion(node.id);
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: false });
};
