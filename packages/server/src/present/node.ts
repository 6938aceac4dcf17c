import type { Node } from '@patchbay/contract';
import { shownStatus } from '../authorization/availability.ts';
import { type Actor, may } from '../authorization/rights.ts';
import type { NodeCard } from '../store/rows/node-cards.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import { presentPublisher } from './publisher.ts';
import { presentVersion } from './version.ts';

export interface NodeView {
  publicUrl: string;
  /** Whether the caller is a member of the publisher or a moderator. */
  inside: boolean;
  withTranslations: boolean;
}

/** How this caller sees nodes of any publisher. */
export const viewOfCatalogue = (
  publicUrl: string,
  actor: Actor,
  { include_translations: withTranslations = false }: { include_translations?: boolean },
): NodeView => ({ publicUrl, inside: may(actor, 'moderate'), withTranslations });

export const presentNode = ({ node, publisher, latestVersion }: NodeCard, view: NodeView): Node => {
  const { translations, ...metadata } = node.metadata;
  const { status_detail, tags_admin, ...moderation } = node.moderation;
  return {
    id: node.id,
    ...metadata,
    ...(view.withTranslations && translations !== undefined ? { translations } : {}),
    ...moderation,
    ...(view.inside && status_detail !== undefined ? { status_detail } : {}),
    ...(view.inside && tags_admin !== undefined ? { tags_admin } : {}),
    created_at: node.createdAt,
    downloads: node.downloads,
    ...(latestVersion === undefined
      ? {}
      : { latest_version: presentVersion(latestVersion, { ...view, node }) }),
    publisher: presentPublisher(publisher),
    ...presentRating(node),
    status: shownStatus(publisher, node),
  };
};

const presentRating = ({ ratingSum, ratingCount }: NodeRecord): { rating?: number } =>
  ratingCount === 0 ? {} : { rating: ratingSum / ratingCount };
