import type { OperationsOf } from '../operation.ts';
import { addTranslations } from './add-translations.ts';
import { claimNode } from './claim-node.ts';
import { createNode } from './create-node.ts';
import { deleteNode } from './delete-node.ts';
import { getNode } from './get-node.ts';
import { getNodeDownloads } from './get-node-downloads.ts';
import { getNodePermissions } from './get-node-permissions.ts';
import { installNode } from './install-node.ts';
import { listNodes } from './list-nodes.ts';
import { listNodesOfPublisher } from './list-nodes-of-publisher.ts';
import { listPublisherNodes } from './list-publisher-nodes.ts';
import { renameNode } from './rename-node.ts';
import { reportNode } from './report-node.ts';
import { reviewNode } from './review-node.ts';
import { searchNodes } from './search-nodes.ts';
import { suggestSearches } from './suggest-searches.ts';
import { updateNode } from './update-node.ts';
import { updateNodePublishing } from './update-node-publishing.ts';

export const nodes: OperationsOf<'nodes'> = {
  listPublisherNodes,
  updateNode,
  getNode,
  listNodes,
  searchNodes,
  suggestSearches,
  installNode,
  getNodeDownloads,
  addTranslations,
  reviewNode,
  reportNode,
  claimNode,
  listNodesOfPublisher,
  createNode,
  renameNode,
  deleteNode,
  getNodePermissions,
  updateNodePublishing,
};
