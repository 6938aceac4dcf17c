import type { Habits, Node } from '@patchbay/contract';
import type { NodeCard } from '../store/node-cards.ts';
import type { Page } from '../store/pages.ts';
import { type NodeView, presentNode } from './node.ts';
import { presentPage } from './page.ts';

/** A node as an item of any list; what its readers take for granted is there, the id in place of a name. */
const presentListedNode = (card: NodeCard, view: NodeView, { completeAnswers }: Habits): Node => {
  const node = presentNode(card, view);
  if (!completeAnswers) return node;
  const { publisher } = node;
  return {
    ...node,
    name: node.name || node.id,
    description: node.description ?? '',
    publisher: { ...publisher, name: publisher.name || publisher.id },
  };
};

/** A page of any list of nodes. */
export const presentNodePage = (page: Page<NodeCard>, view: NodeView, habits: Habits) =>
  presentPage('nodes', page, (card) => presentListedNode(card, view, habits));
