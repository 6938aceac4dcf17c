import type { NodeStatus } from '@patchbay/contract';
import { ownObstacle } from './availability.ts';
import { type Actor, may } from './rights.ts';
import { findNodesOfPublisher } from '../store/rows/node-cards.ts';
import type { Asked, Page } from '../store/listing/pages.ts';
import type { ReadConnection } from '../store/store.ts';
import { publisherWithRole } from './publisher.ts';

interface Choice {
  include_banned?: boolean;
  only_deleted?: boolean;
}

/** The keys of the nodes of a publisher that are not deleted, or of those that are; these and banned ones only for members and moderators. */
export const findShownNodes = async (
  read: ReadConnection,
  actor: Actor,
  publisherId: string,
  { include_banned = true, only_deleted = false }: Choice,
  asked: Asked,
): Promise<{ page: Page<string>; inside: boolean }> => {
  const { publisher, role } = await publisherWithRole(read, actor, publisherId);
  const inside = may(actor, 'private.read', { publisherId: publisher.id, role });
  const statuses = shownStatuses({
    inside,
    include_banned,
    only_deleted,
    allAreBanned: ownObstacle(publisher) !== undefined,
  });
  return { page: await findNodesOfPublisher(read, publisher.id, statuses, asked), inside };
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
