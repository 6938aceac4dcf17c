import type { PublisherChange } from '@patchbay/contract';
import { type ChangeOfPublisher, findMembershipsInLog } from '../store/log/publisher-changes.ts';
import { findVersionNumbers } from '../store/rows/stored-packages.ts';
import { findTokenNames } from '../store/rows/tokens.ts';
import { findUserNames } from '../store/rows/users.ts';
import type { ReadConnection } from '../store/store.ts';

/** Changes as the members of the publisher see them. */
export const presentPublisherChanges = async (
  read: ReadConnection,
  publisherId: string,
  changes: readonly ChangeOfPublisher[],
): Promise<PublisherChange[]> => {
  const by = await authorsOfChanges(read, publisherId, changes);
  const tokens = await findTokenNames(read, publisherId, [...new Set(changes.flatMap(tokenIdOf))]);
  const versions = await findVersionNumbers(read, changes.flatMap(versionIdOf));
  return changes.map((change): PublisherChange => {
    const { actor: author, nodeId, ...shown } = change;
    const token = tokens.get(tokenIdOf(change)[0] ?? '');
    const version = versions.get(versionIdOf(change)[0] ?? '');
    return {
      ...shown,
      by: by(author, change.seq),
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      ...(token === undefined ? {} : { token_name: token }),
      ...(version === undefined ? {} : { version }),
    };
  });
};

const versionIdOf = ({ subject }: { subject: string }): string[] =>
  /^(?:version|app-node):([^/]+)/.exec(subject)?.slice(1, 2) ?? [];

const tokenIdOf = ({ subject }: { subject: string }): string[] =>
  /^token:(.+)$/.exec(subject)?.slice(1) ?? [];

type By = PublisherChange['by'];

/**
 * Who made changes, as the members of a publisher may know it: they see who of them did something, and with which of
 * their tokens, but never who moderates.
 */
const authorsOfChanges = async (
  read: ReadConnection,
  publisherId: string,
  changes: readonly { actor: string; seq: number }[],
): Promise<(actor: string, seq: number) => By> => {
  const idsOf = (kind: string): string[] => [
    ...new Set(
      changes.map(({ actor }) => actor.split(':')).flatMap(([of, id]) => (of === kind && id ? [id] : [])),
    ),
  ];
  const wasMember = await findMembershipsInLog(read, publisherId);
  const users = await findUserNames(read, idsOf('user'));
  const tokens = await findTokenNames(read, publisherId, idsOf('token'));
  return (actor, seq) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'server' || kind === 'upload') return { kind };
    const user = kind === 'user' && wasMember(id, seq) ? users.get(id) : undefined;
    if (user !== undefined) return { kind: 'member', id, name: user };
    const token = kind === 'token' ? tokens.get(id) : undefined;
    return token === undefined ? { kind: 'other' } : { kind: 'token', id, name: token };
  };
};
