import { type ChangeKind, unclaimedPublisherId } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { NewChange } from '../store/log/change.ts';
import { findMembers } from '../store/rows/members.ts';
import { findNode } from '../store/rows/nodes.ts';
import { findVersionNumbers } from '../store/rows/stored-packages.ts';
import { findTokenNames } from '../store/rows/tokens.ts';
import { findUser } from '../store/rows/users.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import type { Actor } from './rights.ts';

/** What people call that which a change is about, as far as it is there. */
interface Names {
  node: string;
  version: string | undefined;
  token: string | undefined;
}

type Sentences = {
  readonly [Kind in ChangeKind]?: (change: NewChange & { kind: Kind }, names: Names) => string;
};

const statusWord = (status: string | undefined): string =>
  (status ?? '').replace(/^(?:Node|NodeVersion|Publisher)Status/, '').toLowerCase();

const policyWords = {
  AppNodePolicyActive: 'active',
  AppNodePolicyBanned: 'banned',
  AppNodePolicyLocalOnly: 'for the local machine only',
} as const;

const versionOf = ({ node, version }: Names): string =>
  version === undefined ? `a version of "${node}"` : `version ${version} of "${node}"`;

const asSubject = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What moderators do to others, in words. What is not here, such as a check that is asked for again, tells nobody. */
const sentences: Sentences = {
  'node.updated': ({ after }, { node }) =>
    after.status === undefined
      ? `The node "${node}" was changed: ${Object.keys(after).join(', ')}.`
      : `The node "${node}" is now ${statusWord(after.status)}.`,
  'node.deleted': (_change, { node }) => `The node "${node}" was deleted.`,
  'node.transferred': ({ after }, { node }) =>
    `The node "${node}" was given to the publisher "${after.publisher}".`,
  'node.renamed': ({ before, after }) => `The node "${before.id}" has the id "${after.id}" now.`,
  'node.quotas-set': (_change, { node }) => `Quotas of the node "${node}" were changed.`,
  'version.moderated': ({ after }, names) => {
    if (after.status !== undefined) {
      return `${asSubject(versionOf(names))} is now ${statusWord(after.status)}.`;
    }
    return after.advisory === undefined
      ? `The tags or the reason of ${versionOf(names)} were changed.`
      : `An advisory about ${versionOf(names)} was published or changed.`;
  },
  'version.updated': (_change, names) => `${asSubject(versionOf(names))} was changed.`,
  'app-node.updated': ({ about, after }, names) =>
    after.policy === undefined
      ? `The app-node "${about.name}" of ${versionOf(names)} was changed: ${Object.keys(after).join(', ')}.`
      : `The app-node "${about.name}" of ${versionOf(names)} is now ${policyWords[after.policy]}.`,
  'publisher.moderated': ({ after }) => `The publisher is now ${statusWord(after.status)}.`,
  'publisher.quotas-set': () => 'Quotas of the publisher were changed.',
  'token.revoked': (_change, { token }) =>
    token === undefined
      ? 'A personal access token was revoked.'
      : `The personal access token "${token}" was revoked.`,
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
  const describe = sentences[change.kind] as ((change: NewChange, names: Names) => string) | undefined;
  if (describe === undefined) return [];
  const nodeKey = nodeKeyOf(change);
  const node = nodeKey === undefined ? undefined : await findNode(db, nodeKey);
  const reason = change.reason === undefined || change.reason === '' ? '' : ` Reason: ${change.reason}`;
  const names = {
    node: node?.id ?? '',
    version: await versionNumberOf(db, change),
    token: await tokenNameOf(db, change),
  };
  const sentence = describe(change, names) + reason;
  return publishersOf(change, node?.publisherId).map((to): Told => ({ to, sentence }));
};

const nodeKeyOf = (change: NewChange): string | undefined => {
  const about: object = change.about;
  if ('key' in about) return String(about.key);
  if ('nodeKey' in about) return String(about.nodeKey);
  return 'version' in about ? (about.version as { nodeKey: string }).nodeKey : undefined;
};

const versionNumberOf = async (read: ReadConnection, change: NewChange): Promise<string | undefined> => {
  const about: object = change.about;
  const version = 'version' in about && 'name' in about ? about.version : about;
  if (typeof version !== 'object' || version === null || !('nodeKey' in version && 'id' in version)) {
    return undefined;
  }
  const id = String(version.id);
  return (await findVersionNumbers(read, [id])).get(id);
};

const tokenNameOf = async (read: ReadConnection, change: NewChange): Promise<string | undefined> => {
  if (change.kind !== 'token.revoked') return undefined;
  const { id } = change.about;
  const { publisher } = change.before;
  if (publisher === undefined) return undefined;
  return (await findTokenNames(read, publisher, [id])).get(id);
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
