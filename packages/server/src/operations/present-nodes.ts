import type { Node } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { type NodeView, presentNode } from '../documents/present.ts';
import { presentPage } from '../present/page.ts';
import type { Page } from '../store/listing/pages.ts';
import { findNodeCards } from '../store/rows/node-cards.ts';
import { BarePage, Json, JsonList } from './answers.ts';

type Tools = Pick<Context, 'store' | 'documents'>;

/** The page of the nodes with these keys: put together from documents, except where a page of the site reads it. */
export const presentNodes = async ({ store, documents }: Tools, page: Page<string>, view: NodeView) => {
  if (documents === undefined) {
    const items = await findNodeCards(store.read, page.items);
    return presentPage('nodes', { ...page, items }, (card) => presentNode(card, view));
  }
  const { nodes: _none, ...figures } = presentPage('nodes', { ...page, items: [] }, String);
  return new JsonList('nodes', await documents.nodes(store.read, page.items, view), figures);
};

/** As `presentNodes`, for a page that is a bare array. */
export const presentBareNodes = async (
  { store, documents }: Tools,
  page: Page<string>,
  view: NodeView,
): Promise<BarePage<Node> | BarePage<Json>> => {
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
