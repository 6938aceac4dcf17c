import { type ChangeKind, unclaimedPublisherId } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { NewChange } from '../store/log/change.ts';
import { findMembers } from '../store/rows/members.ts';
import { findNode } from '../store/rows/nodes.ts';
import { findUser } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import type { Actor } from './rights.ts';

type Sentences = {
  readonly [Kind in ChangeKind]?: (change: NewChange & { kind: Kind }, name: string) => string;
};

const statusWord = (status: string | undefined): string =>
  (status ?? '').replace(/^(?:Node|NodeVersion|Publisher)Status/, '').toLowerCase();

/** What moderators do to others, in words. What is not here, such as a check that is asked for again, tells nobody. */
const sentences: Sentences = {
  'node.updated': ({ after }, name) =>
    after.status === undefined
      ? `The node "${name}" was changed: ${Object.keys(after).join(', ')}.`
      : `The node "${name}" is now ${statusWord(after.status)}.`,
  'node.deleted': (_change, name) => `The node "${name}" was deleted.`,
  'node.transferred': ({ after }, name) =>
    `The node "${name}" was given to the publisher "${after.publisher}".`,
  'node.renamed': ({ before, after }) => `The node "${before.id}" has the id "${after.id}" now.`,
  'node.quotas-set': (_change, name) => `Quotas of the node "${name}" were changed.`,
  'version.moderated': ({ after }, name) => {
    if (after.status !== undefined) return `A version of "${name}" is now ${statusWord(after.status)}.`;
    return after.advisory === undefined
      ? `The tags or the reason of a version of "${name}" were changed.`
      : `An advisory about a version of "${name}" was published or changed.`;
  },
  'version.updated': (_change, name) => `A version of "${name}" was changed.`,
  'app-node.updated': ({ about }, name) => `The app-node "${about.name}" of "${name}" was changed.`,
  'publisher.moderated': ({ after }) => `The publisher is now ${statusWord(after.status)}.`,
  'publisher.quotas-set': () => 'Quotas of the publisher were changed.',
  'token.revoked': () => 'A personal access token was revoked.',
  'trusted-publisher.deleted': () => 'A trusted publisher was deleted, and its CI jobs publish no longer.',
  'webhook.deleted': () => 'A webhook was deleted.',
  'user.moderated': ({ after }) => {
    if (after.banned !== undefined) return after.banned ? 'Your account was banned.' : 'The ban was lifted.';
    return after.isAdmin === true ? 'You are a moderator now.' : 'You are no moderator any more.';
  },
  'user.quotas-set': () => 'Quotas of your account were changed.',
};

/** Who has to know, and what. */
interface Told {
  /** A publisher, whose owners are told, or a user. */
  to: `publisher:${string}` | `user:${string}`;
  sentence: string;
}

/**
 * Tells the owners of publishers, and users, by mail what a moderator did about them, once for each request. Members of a
 * publisher act for it, also if they moderate.
 */
export const tellAffected = async (
  tx: Writer & { actor: Actor },
  changes: readonly NewChange[],
): Promise<void> => {
  // Not the id of the request, which a proxy may take from the client.
  const event = uuidv7();
  const told: Told[] = [];
  for (const change of changes) told.push(...(await toldOf(tx, change)));
  for (const [to, all] of Map.groupBy(told, (one) => one.to)) {
    const paragraphs = [...new Set(all.map(({ sentence }) => sentence))];
    for (const { id, email } of await recipientsOf(tx, to)) {
      const whom = to.startsWith('user:') ? 'your account' : `"${to.slice('publisher:'.length)}"`;
      await enqueueMail(tx, `moderation:${event}:${id}:${to}`, {
        to: email,
        subject: `A moderator acted on ${whom}`,
        paragraphs: [...paragraphs, 'If you think that this is wrong, contact the moderators.'],
      });
    }
  }
};

const toldOf = async ({ db }: Writer, change: NewChange): Promise<Told[]> => {
  const describe = sentences[change.kind] as ((change: NewChange, name: string) => string) | undefined;
  if (describe === undefined) return [];
  const nodeKey = nodeKeyOf(change);
  const node = nodeKey === undefined ? undefined : await findNode(db, nodeKey);
  const reason = change.reason === undefined || change.reason === '' ? '' : ` Reason: ${change.reason}`;
  const sentence = describe(change, node?.id ?? '') + reason;
  return publishersOf(change, node?.publisherId).map((to): Told => ({ to, sentence }));
};

const nodeKeyOf = (change: NewChange): string | undefined => {
  const about: object = change.about;
  if ('key' in about) return String(about.key);
  if ('nodeKey' in about) return String(about.nodeKey);
  return 'version' in about ? (about.version as { nodeKey: string }).nodeKey : undefined;
};

const publishersOf = (change: NewChange, ofNode: string | undefined): Told['to'][] => {
  switch (change.kind) {
    case 'node.transferred':
      return [`publisher:${change.before.publisher}`, `publisher:${change.after.publisher}`];
    case 'token.revoked':
    case 'trusted-publisher.deleted':
    case 'webhook.deleted':
      return change.before.publisher === undefined ? [] : [`publisher:${change.before.publisher}`];
    case 'publisher.moderated':
    case 'publisher.quotas-set':
      return [`publisher:${change.about.id}`];
    case 'user.moderated':
    case 'user.quotas-set':
      return [`user:${change.about.id}`];
    default:
      return ofNode === undefined ? [] : [`publisher:${ofNode}`];
  }
};

const recipientsOf = async (
  { db, actor }: Writer & { actor: Actor },
  to: Told['to'],
): Promise<{ id: string; email: string }[]> => {
  const actorId = actor.kind === 'user' ? actor.userId : '';
  const [kind, id = ''] = to.split(':');
  if (kind === 'user') {
    const user = id === actorId ? undefined : await findUser(db, id);
    return user === undefined ? [] : [user];
  }
  if (id === unclaimedPublisherId) return [];
  const members = await findMembers(db, id);
  if (members.some(({ user }) => user.id === actorId)) return [];
  return members.flatMap(({ role, user }) => (role === 'owner' ? [user] : []));
};
