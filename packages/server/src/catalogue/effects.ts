import { type ChangeKind, changeKinds, isChangeKind } from '@patchbay/contract';
import type { FollowedChange } from '../store/log/followed-changes.ts';

/**
 * Whose documents a change may alter: those of its version and of the node, of the node, of the node with all of its
 * versions, or of all nodes of its publisher, with or without their versions.
 */
export type Effect = 'none' | 'version' | 'node' | 'node and versions' | 'nodes' | 'nodes and versions';

const effects: Readonly<Record<ChangeKind, Effect>> = {
  'node.created': 'node',
  'node.updated': 'node',
  'node.deleted': 'node and versions',
  'node.transferred': 'node and versions',
  'node.quotas-set': 'none',
  'node.repaired': 'node and versions',
  'node.reviewed': 'node',
  'node.replicated': 'node and versions',
  'node.renamed': 'node and versions',
  // A version that waits for its package is in no public document.
  'version.published': 'none',
  'version.republished': 'none',
  'version.expired': 'none',
  'version.checked': 'version',
  'version.check-asked-again': 'version',
  'version.updated': 'version',
  'version.moderated': 'version',
  'version.deleted': 'version',
  'version.replicated': 'version',
  'package.stored': 'version',
  'package.refused': 'none',
  'package.replicated': 'version',
  'app-nodes.stored': 'version',
  'app-nodes.extracted': 'version',
  'app-nodes.given-up': 'version',
  'app-nodes.asked-again': 'version',
  'app-node.updated': 'version',
  'publisher.created': 'none',
  'publisher.updated': 'nodes',
  'publisher.replicated': 'nodes',
  'publisher.moderated': 'nodes and versions',
  'publisher.quotas-set': 'none',
  'publisher.deleted': 'nodes and versions',
  'member.invited': 'none',
  'invitation.revoked': 'none',
  'invitation.declined': 'none',
  'member.added': 'none',
  'member.removed': 'none',
  'token.created': 'none',
  'token.revoked': 'none',
  'trusted-publisher.created': 'none',
  'trusted-publisher.updated': 'none',
  'trusted-publisher.deleted': 'none',
  'user.created': 'none',
  'user.deleted': 'none',
  'user.moderated': 'none',
  'user.quotas-set': 'none',
  'user.factor-added': 'none',
  'user.factor-removed': 'none',
  'user.recovery-codes-renewed': 'none',
  'user.recovery-code-used': 'none',
  'user.sessions-ended': 'none',
  'user.password-reset': 'none',
  'user.password-reset-requested': 'none',
  'user.password-changed': 'none',
  'user.email-verified': 'none',
  'user.email-change-requested': 'none',
  'user.email-changed': 'none',
  'user.email-lapsed': 'none',
  'user.password-breached': 'none',
  'user.identity-linked': 'none',
  'user.identity-unlinked': 'none',
  'job.retried': 'none',
  'job.dropped': 'none',
  'report.sent': 'none',
  'report.answered': 'none',
  'webhook.created': 'none',
  'webhook.updated': 'none',
  'webhook.secret-rotated': 'none',
  'webhook.deleted': 'none',
  'proposal.made': 'none',
  'proposal.approved': 'none',
  'proposal.rejected': 'none',
  'moderator-token.created': 'none',
};

type Effective = Pick<FollowedChange, 'kind' | 'subject' | 'nodeKey'> & { changesStatus?: boolean };

export const effectOf = ({ kind, subject, nodeKey, changesStatus = false }: Effective): Effect => {
  if (isChangeKind(kind)) return changesStatus ? 'node and versions' : effects[kind];
  // A newer version may have written it.
  if (nodeKey !== null) return 'node and versions';
  return subject.startsWith('publisher:') ? 'nodes and versions' : 'none';
};

/** The kind, if anyone may know that it happened. */
export const publicKind = (kind: string): string | undefined =>
  isChangeKind(kind) && changeKinds[kind].audience === 'public' ? kind : undefined;

/** The version, the publisher or whatever else a change is about, and for an app-node its name. */
export const subjectOf = ({ subject }: Pick<FollowedChange, 'subject'>): { id: string; appNode?: string } => {
  const colon = subject.indexOf(':');
  const id = subject.slice(colon + 1);
  if (!subject.startsWith('app-node:')) return { id };
  const slash = id.indexOf('/');
  return { id: id.slice(0, slash), appNode: id.slice(slash + 1) };
};
