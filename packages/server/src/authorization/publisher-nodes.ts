import type { NodeStatus } from '@patchbay/contract';
import { ownObstacle } from './availability.ts';
import { type Actor, may } from './rights.ts';
import { findNodesOfPublisher } from '../store/rows/node-cards.ts';
import type { Asked, Page } from '../store/listing/pages.ts';
import type { ReadConnection } from '../store/store.ts';
import { publisherWithRole } from './publisher.ts';

/** The keys of the nodes of a publisher that are not deleted; banned ones only for members and moderators. */
export const findShownNodes = async (
  read: ReadConnection,
  actor: Actor,
  publisherId: string,
  { include_banned = true }: { include_banned?: boolean },
  asked: Asked,
): Promise<{ page: Page<string>; inside: boolean }> => {
  const { publisher, role } = await publisherWithRole(read, actor, publisherId);
  const inside = may(actor, 'private.read', { publisherId: publisher.id, role });
  const statuses = shownStatuses({
    withBanned: inside && include_banned,
    allAreBanned: ownObstacle(publisher) !== undefined,
  });
  return { page: await findNodesOfPublisher(read, publisher.id, statuses, asked), inside };
};

const shownStatuses = (view: { withBanned: boolean; allAreBanned: boolean }): readonly NodeStatus[] => {
  if (view.withBanned) return ['NodeStatusActive', 'NodeStatusBanned'];
  return view.allAreBanned ? [] : ['NodeStatusActive'];
};
