import type { NodeStatus } from '@patchbay/contract';
import { publisherNotFound } from '../errors.ts';
import type { Asked, Page } from '../store/listing/pages.ts';
import { findNodesOfPublisher } from '../store/rows/node-cards.ts';
import { findPublisherToList } from '../store/rows/publishers.ts';
import type { ReadConnection } from '../store/store.ts';
import { ownObstacle } from './availability.ts';
import { type Actor, may } from './rights.ts';

interface Choice {
  include_banned?: boolean;
  only_deleted?: boolean;
}

/** The nodes of a publisher, as a caller may list them. */
interface ShownNodes {
  /** Whether the caller is a member of the publisher or a moderator. */
  inside: boolean;
  /** The number of the last change that the list shows at least. */
  logEnd: number;
  /** The keys of those that are not deleted, or of those that are; these and banned ones only for members and moderators. */
  findPage: (asked: Asked) => Promise<Page<string>>;
}

/** Throws if there is no such publisher. */
export const findShownNodes = async (
  read: ReadConnection,
  actor: Actor,
  publisherId: string,
  { include_banned = true, only_deleted = false }: Choice,
): Promise<ShownNodes> => {
  const found = await findPublisherToList(read, publisherId, actor.kind === 'user' ? actor.userId : '');
  if (found === undefined) throw publisherNotFound(publisherId);
  const { publisher, role, logEnd } = found;
  const inside = may(actor, 'private.read', { publisherId: publisher.id, role });
  const statuses = shownStatuses({
    inside,
    include_banned,
    only_deleted,
    allAreBanned: ownObstacle(publisher) !== undefined,
  });
  return { inside, logEnd, findPage: (asked) => findNodesOfPublisher(read, publisher.id, statuses, asked) };
};

interface View extends Required<Choice> {
  inside: boolean;
  allAreBanned: boolean;
}

const shownStatuses = (view: View): readonly NodeStatus[] => {
  if (view.only_deleted) return view.inside ? ['NodeStatusDeleted'] : [];
  if (view.inside && view.include_banned) return ['NodeStatusActive', 'NodeStatusBanned'];
  return view.allAreBanned ? [] : ['NodeStatusActive'];
};
