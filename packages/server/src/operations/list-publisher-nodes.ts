import { type Endpoints, limits, type NodeStatus } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { publisherNotFound } from '../errors.ts';
import { targetOn } from '../guards/publisher.ts';
import { may } from '../policy/rights.ts';
import { presentNodePage } from '../present/listed-node.ts';
import { findNodesOfPublisher } from '../store/node-cards.ts';
import { pageOf } from '../store/pages.ts';
import { findPublisher, isPublisherBanned } from '../store/publishers.ts';

/** The nodes that are not deleted; banned ones only for members and moderators. */
export const listPublisherNodes: Operation<Endpoints['listPublisherNodes']> = async (
  { store, profile, publicUrl },
  { actor, params, query },
) => {
  const publisher = await findPublisher(store.read, params.publisherId);
  if (publisher === undefined) throw publisherNotFound(params.publisherId);
  const target = await targetOn(store.read, actor, publisher.id);
  const inside = may(actor, 'private.read', target);
  const withBanned = inside && (query.include_banned ?? true);
  const page = await findNodesOfPublisher(
    store.read,
    publisher.id,
    shownStatuses({ withBanned, allAreBanned: isPublisherBanned(publisher) }),
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax }),
  );
  return presentNodePage(page, { publicUrl: publicUrl(), inside, withTranslations: true }, profile.habits);
};

const shownStatuses = (view: { withBanned: boolean; allAreBanned: boolean }): readonly NodeStatus[] => {
  if (view.withBanned) return ['NodeStatusActive', 'NodeStatusBanned'];
  return view.allAreBanned ? [] : ['NodeStatusActive'];
};
