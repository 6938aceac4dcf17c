import { type Endpoints, limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { findComparedRules, untrusted } from '../../accounts/identities/find-trusted-publisher.ts';
import { builtByOf, nameOf, numbersOf } from '../../accounts/identities/identity.ts';
import { usedBefore, verifyIdentity } from '../../accounts/identities/verify-identity.ts';
import { makeToken } from '../../accounts/tokens.ts';
import { ownObstacle } from '../../authorization/availability.ts';
import { knownPublisher, publisherBanned } from '../../authorization/publisher.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { idTaken } from '../../errors.ts';
import { requireNodeId } from '../../lifecycle/require-ids.ts';
import { endExpiredTokens, useTrustedPublisher } from '../../lifecycle/trusted-publisher.ts';
import { bytesAsJson } from '../../limits/sizes.ts';
import { findNode, nodeKey } from '../../store/rows/nodes.ts';
import { insertToken } from '../../store/rows/tokens.ts';
import { insertTrustedToken } from '../../store/rows/trusted-publishers.ts';
import type { Operation } from '../operation.ts';

/** Exchanges the token of a CI job, once, for one that may publish one node for some minutes. */
export const exchangeIdentityToken: Operation<Endpoints['exchangeIdentityToken']> = async (
  context,
  { body, cause },
) => {
  const { publisher_id: publisherId, node_id: nodeId } = body;
  requireNodeId(nodeId, '/node_id');
  // Uses the network, so no transaction is open.
  const identity = await verifyIdentity(context, body.token);
  const { token, ...kept } = makeToken();
  const id = uuidv7();
  return context.store.write({ ...cause, actor: `token:${id}` }, async (tx) => {
    const publisher = await knownPublisher(tx.db, publisherId);
    const node = await findNode(tx.db, nodeId);
    const rules = await findComparedRules(
      tx.db,
      { publisherId, nodeKey: node?.key ?? nodeKey(nodeId) },
      identity,
    );
    const rule = rules.find(({ accepts }) => accepts)?.rule;
    if (rule === undefined) throw untrusted(rules, { publisherId, nodeId });
    if (ownObstacle(publisher) !== undefined) throw publisherBanned(publisherId);
    if (node !== undefined && node.publisherId !== publisherId) throw idTaken(node.id);
    await endExpiredTokens(tx, publisherId);
    const builtBy = builtByOf(identity);
    const expiresAt = new Date(Date.parse(tx.now) + limits.trustedTokenSeconds * 1_000).toISOString();
    const { makerId } = rule;
    const terms = {
      name: nameOf(identity),
      actions: ['publish' as const],
      nodes: [nodeId],
      expiresAt,
      built_by: builtBy,
    };
    const change = {
      kind: 'token.created',
      about: { id },
      after: { publisher: publisherId, maker: makerId, ...terms },
    } as const;
    await useQuota(
      { ...tx, actor: { kind: 'anonymous' } },
      { name: 'tokens', subjectId: publisherId, amount: 1 },
      { name: 'change_bytes', subjectId: makerId, amount: bytesAsJson(change.after) },
    );
    await insertToken(tx, { id, publisherId, makerId }, kept, terms);
    const isFirst = await insertTrustedToken(tx, {
      identity: identity.digest,
      token_id: id,
      publisher_id: publisherId,
      trusted_publisher_id: rule.id,
      forget_at: [identity.forgetAt.toISOString(), expiresAt].toSorted().at(-1) ?? expiresAt,
    });
    if (!isFirst) throw usedBefore();
    await tx.append(change);
    await useTrustedPublisher(tx, rule, numbersOf(identity));
    return {
      token,
      expires_at: expiresAt,
      publisher_id: publisherId,
      node_id: node?.id ?? nodeId,
      trusted_publisher_id: rule.id,
      built_by: builtBy,
    };
  });
};
