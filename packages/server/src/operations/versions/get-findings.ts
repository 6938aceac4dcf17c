import type { Endpoints } from '@patchbay/contract';
import { liveVersionOfNode, permittedNode } from '../../authorization/node.ts';
import { lookSoon } from '../../packages/await-package.ts';
import { presentFindings } from '../../present/findings.ts';
import { findJob } from '../../store/queue/jobs.ts';
import type { Operation } from '../operation.ts';

/** The findings of a version's package, for members of the publisher and moderators. */
export const getFindings: Operation<Endpoints['getFindings']> = async (context, { actor, params }) => {
  const { node } = await permittedNode(context.store.read, actor, 'private.read', params.nodeId);
  const version = await liveVersionOfNode(context.store.read, node, params.version);
  await lookSoon(context, version);
  const kind = version.status === 'NodeVersionStatusPending' ? 'receive-package' : 'extract-app-nodes';
  return presentFindings(version, await findJob(context.store.read, { kind, subject: version.id }));
};
