import type { AppNodeDefinition, Body, Endpoints } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { anyVersionOfNode, liveNode, moderatedNode, writableVersion } from '../authorization/node.ts';
import { demand, moderatedUser, permittedPublisher } from '../authorization/publisher.ts';
import { withReason } from '../authorization/reason.ts';
import { ApiError, appNodeNotFound } from '../errors.ts';
import { type AppNodeRecord, findAppNode } from '../store/rows/app-nodes.ts';
import { keyAmong } from '../store/rows/node-ids.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { PublisherRecord } from '../store/rows/publishers.ts';
import type { UserRecord } from '../store/rows/users.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { saveAppNode } from './app-node.ts';
import { mergeNode, mergePatch, sentStatus } from './merge.ts';
import { saveNode, transferNode } from './node.ts';
import { movePublisher, receivingPublisher } from './publisher.ts';
import { requireSameId } from './require-ids.ts';
import { saveUser } from './user.ts';
import { moderateVersion } from './version.ts';

/** The reason of what two moderators did, if the first gave none where none was asked for. */
export const unexplained = 'Lifted by two moderators.';

// What moderators do that may need a second one: at once, or when the other approves. Each asks for the right itself.

const user = async (
  tx: Act,
  { userId }: { userId: string },
  body: Body<Endpoints['updateUser']>,
): Promise<UserRecord> => {
  const { actor } = tx;
  const current = await moderatedUser(tx, userId);
  const reason = body.reason ?? body.banReason;
  const isBanned = body.banned ?? current.isBanned;
  const next: UserRecord = {
    ...current,
    isBanned,
    // The reason of another change does not replace that of a ban.
    banReason: isBanned
      ? (body.banReason ?? (current.isBanned ? current.banReason : (body.reason ?? null)))
      : null,
    isModerator: body.isAdmin ?? current.isModerator,
  };
  // A moderator who was banned is one again once the ban is lifted.
  const isFree = current.isBanned && !next.isBanned;
  if (next.isModerator && (isFree || !current.isModerator)) demand(actor, 'moderators.appoint');
  if (actor.kind === 'user' && actor.userId === current.id && (next.isBanned || !next.isModerator)) {
    throw new ApiError('illegal_transition', 'You cannot ban or demote yourself. Ask another moderator.');
  }
  await saveUser(withReason(tx, reason), current, next, null);
  return next;
};

const publisher = async (
  tx: Act,
  { publisherId }: { publisherId: string },
  { status, reason }: Body<Endpoints['updatePublisherStatus']>,
): Promise<PublisherRecord> => {
  const current = await permittedPublisher(tx.db, tx.actor, 'moderate', publisherId);
  return movePublisher(withReason(tx, reason), current, status, reason);
};

/** Updates a node and gives it to another publisher. Returns the key of the node. */
const node = async (
  whole: Act,
  { nodeId }: { nodeId: string },
  body: Body<Endpoints['moderateNode']>,
): Promise<string> => {
  const { publisher: receiver, reason, advisory, ...sent } = body;
  const tx = withReason(whole, reason ?? sent.status_detail ?? undefined);
  const owned = await moderatedNode(tx, nodeId);
  requireSameId(sent.id, owned.node.id, '/id', (id) => keyAmong(owned.node, id));
  const { id: publisherId } = await receivingPublisher(tx, receiver?.id ?? owned.node.publisherId);
  await transferNode(tx, owned.node, publisherId, reason ?? '');
  const given = { ...owned.node, publisherId };
  const status = sentStatus(owned, body);
  const next = mergeNode(given, sent, { isModerator: true, to: status });
  await saveNode(tx, given, next, {
    status,
    advisory,
    ...(reason === undefined ? {} : { reason }),
  });
  return owned.node.key;
};

const version = async (
  tx: Act,
  params: { nodeId: string; version: string },
  body: Body<Endpoints['updateVersionStatus']>,
): Promise<{ node: NodeRecord; version: VersionRecord }> => {
  const { node: owner } = await liveNode(tx, 'moderate', params.nodeId);
  const current = await anyVersionOfNode(tx.db, owner, params.version);
  const next = await moderateVersion(withReason(tx, body.reason), current, {
    status: body.status,
    reason: body.status_reason,
    tagsAdmin: body.tags_admin,
    advisory: body.advisory,
  });
  return { node: owner, version: next };
};

const appNode = async (
  tx: Act,
  params: { nodeId: string; version: string; appNodeName: string },
  { reason, ...body }: Body<Endpoints['updateAppNode']>,
): Promise<AppNodeRecord> => {
  const { node: owner } = await liveNode(tx, 'moderate', params.nodeId);
  const of = await writableVersion(tx, owner, params.version);
  const current = await findAppNode(tx.db, of.id, params.appNodeName);
  if (current === undefined) throw appNodeNotFound(params.version, params.appNodeName);
  const definition = mergePatch<AppNodeDefinition>(current.definition, body);
  return saveAppNode(withReason(tx, reason ?? unexplained), of, current, definition, ['moderator']);
};

export const moderations = { user, publisher, node, version, 'app-node': appNode } as const;

export type ModerationName = keyof typeof moderations;

/** Carries out what was proposed, as it was stored. */
export const carryOut = async (
  tx: Act,
  { moderation, params, body }: { moderation: string; params: unknown; body: unknown },
): Promise<void> => {
  const work = (moderations as Readonly<Record<string, unknown>>)[moderation] as
    ((tx: Act, params: unknown, body: unknown) => Promise<unknown>) | undefined;
  if (work === undefined) {
    throw new ApiError(
      'illegal_transition',
      'A newer version of the registry made this proposal. Reject it, or approve it there.',
    );
  }
  await work(tx, params, body);
};
