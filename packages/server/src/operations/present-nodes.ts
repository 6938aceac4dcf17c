import type { Node } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { type NodeView, presentNode } from '../documents/present.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { presentPage } from '../present/page.ts';
import { type NodeCounts, findNodeCounts } from '../store/listing/node-counts.ts';
import type { Page } from '../store/listing/pages.ts';
import { findNodeCards } from '../store/rows/node-cards.ts';
import { BarePage, Json, JsonList } from './answers.ts';

type Tools = Pick<Context, 'store' | 'documents'>;

interface Besides {
  withCounts?: boolean | undefined;
  /** By the keys of nodes, the app-nodes by which each was found. */
  matches?: ReadonlyMap<string, readonly string[]> | undefined;
  /** What the answer says besides its nodes, in the names of the contract. */
  others?: object | undefined;
}

/**
 * The page of the nodes with these keys: put together from documents, except where a page of the site reads it or where
 * more is asked for than they say.
 */
export const presentNodes = async (
  { store, documents }: Tools,
  page: Page<string>,
  view: NodeView,
  { withCounts = false, matches, others = {} }: Besides = {},
) => {
  // The keys may have come from another thread, those of several pages together.
  await heavyTurn();
  if (documents === undefined || withCounts || matches !== undefined) {
    const items = await findNodeCards(store.read, page.items);
    const counts = withCounts ? await findNodeCounts(store.read, page.items) : undefined;
    const answer = presentPage('nodes', { ...page, items }, (card) => {
      const matched = matches?.get(card.node.key) ?? [];
      return {
        ...presentNode(card, view),
        ...(counts !== undefined && presentCounts(counts.get(card.node.key))),
        ...(matched.length > 0 && { matched_app_node_names: [...matched] }),
      };
    });
    return { ...answer, ...others };
  }
  const { nodes: _none, ...figures } = presentPage('nodes', { ...page, items: [] }, String);
  return new JsonList('nodes', await documents.nodes(store.read, page.items, view), {
    ...figures,
    ...others,
  });
};

export const presentCounts = (counts: NodeCounts | undefined) =>
  counts && {
    app_node_count: counts.appNodes,
    version_count: counts.versions,
  };

/** As `presentNodes`, for a page that is a bare array. */
export const presentBareNodes = async (
  { store, documents }: Tools,
  page: Page<string>,
  view: NodeView,
): Promise<BarePage<Node> | BarePage<Json>> => {
  await heavyTurn();
  if (documents === undefined) {
    const cards = await findNodeCards(store.read, page.items);
    return new BarePage(
      page,
      cards.map((card) => presentNode(card, view)),
    );
  }
  const texts = await documents.nodes(store.read, page.items, view);
  return new BarePage(
    page,
    texts.map((text) => new Json(text)),
  );
};
