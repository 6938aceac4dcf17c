import type { PublisherChange } from '@patchbay/contract';
import { findEverMembers } from '../store/log/publisher-changes.ts';
import { findTokenNames } from '../store/rows/tokens.ts';
import { findUserNames } from '../store/rows/users.ts';
import type { Reader } from '../store/store.ts';

type By = PublisherChange['by'];

/**
 * Who made changes, as the members of a publisher may know it: they see who of them did something, and with which of
 * their tokens, but never who moderates.
 */
export const authorsOfChanges = async (
  read: Reader,
  publisherId: string,
  changes: readonly { actor: string }[],
): Promise<(actor: string) => By> => {
  const idsOf = (kind: string): string[] => [
    ...new Set(
      changes.map(({ actor }) => actor.split(':')).flatMap(([of, id]) => (of === kind && id ? [id] : [])),
    ),
  ];
  const members = await findEverMembers(read, publisherId);
  const users = await findUserNames(
    read,
    idsOf('user').filter((id) => members.has(id)),
  );
  const tokens = await findTokenNames(read, publisherId, idsOf('token'));
  return (actor) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'server' || kind === 'upload') return { kind };
    const user = kind === 'user' ? users.get(id) : undefined;
    if (user !== undefined) return { kind: 'member', id, name: user };
    const token = kind === 'token' ? tokens.get(id) : undefined;
    return token === undefined ? { kind: 'other' } : { kind: 'token', id, name: token };
  };
};
