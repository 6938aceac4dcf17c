import { type Endpoints, type PublisherChange, limits } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findEverMembers, findPublisherChanges } from '../../store/log/publisher-changes.ts';
import { findTokenNames } from '../../store/rows/tokens.ts';
import { findUserNames } from '../../store/rows/users.ts';
import { findVersionNumbers } from '../../store/rows/stored-packages.ts';
import type { ReadConnection } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

const { auditPageSizeMax: max } = limits;

/** The changes of a publisher, newest first. */
export const listPublisherChanges: Operation<Endpoints['listPublisherChanges']> = async (
  { store: { read } },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'history.read', params.publisherId);
  const { limit } = pageOf(query, { fallback: max, max });
  const { changes, next } = await findPublisherChanges(read, id, { before: query.before, limit });
  const by = await authorsOfChanges(read, id, changes);
  const tokens = await findTokenNames(read, id, [...new Set(changes.flatMap(tokenIdOf))]);
  const versions = await findVersionNumbers(read, changes.flatMap(versionIdOf));
  return {
    changes: changes.map((change): PublisherChange => {
      const { actor: author, nodeId, ...shown } = change;
      const token = tokens.get(tokenIdOf(change)[0] ?? '');
      const version = versions.get(versionIdOf(change)[0] ?? '');
      return {
        ...shown,
        by: by(author),
        ...(nodeId === undefined ? {} : { node_id: nodeId }),
        ...(token === undefined ? {} : { token_name: token }),
        ...(version === undefined ? {} : { version }),
      };
    }),
    ...(next === undefined ? {} : { next }),
  };
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
