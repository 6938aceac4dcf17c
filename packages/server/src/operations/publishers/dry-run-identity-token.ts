import type { Endpoints } from '@patchbay/contract';
import { findComparedRules, untrusted } from '../../accounts/identities/find-trusted-publisher.ts';
import { builtByOf } from '../../accounts/identities/identity.ts';
import { usedBefore, verifyIdentity } from '../../accounts/identities/verify-identity.ts';
import { ownObstacle } from '../../authorization/availability.ts';
import { knownPublisher, publisherBanned } from '../../authorization/publisher.ts';
import { idTaken } from '../../errors.ts';
import { requireNodeId } from '../../lifecycle/require-ids.ts';
import { findNode, nodeKey } from '../../store/rows/nodes.ts';
import { isTrustedTokenUsed } from '../../store/rows/trusted-publishers.ts';
import type { Operation } from '../operation.ts';

/** Says claim by claim what an exchange would come to. The token can still be exchanged afterwards. */
export const dryRunIdentityToken: Operation<Endpoints['dryRunIdentityToken']> = async (context, { body }) => {
  const { publisher_id: publisherId, node_id: nodeId } = body;
  const { read } = context.store;
  requireNodeId(nodeId, '/node_id');
  const identity = await verifyIdentity(context, body.token);
  const publisher = await knownPublisher(read, publisherId);
  const node = await findNode(read, nodeId);
  const rules = await findComparedRules(
    read,
    { publisherId, nodeKey: node?.key ?? nodeKey(nodeId) },
    identity,
  );
  const obstacle = async () => {
    if (!rules.some(({ accepts }) => accepts)) return untrusted(rules, { publisherId, nodeId });
    if (ownObstacle(publisher) !== undefined) return publisherBanned(publisherId);
    if (node !== undefined && node.publisherId !== publisherId) return idTaken(node.id);
    return (await isTrustedTokenUsed(read, identity.digest)) ? usedBefore() : undefined;
  };
  const reason = (await obstacle())?.message;
  return {
    would_exchange: reason === undefined,
    built_by: builtByOf(identity),
    ...(reason === undefined ? {} : { reason }),
    trusted_publishers: rules.map(({ rule, claims, accepts }) => ({ id: rule.id, accepts, claims })),
  };
};
