// Nodes and their ids. See tables.ts.
import type { NodeStatus } from '@patchbay/contract';

/** A node that was renamed. */
export interface RenamedNodesTable {
  node_key: string;
  /** Its ids before the one that it has, oldest first. */
  former_ids_json: string;
}

export interface NodesTable {
  /** The first id in lower case. It stays when the node is renamed, and all other tables refer to it. */
  key: string;
  /** The id as it was last written. */
  id: string;
  /** As that of publishers. */
  folded_id: string;
  publisher_id: string;
  /** Its first publisher, whose id stays part of its package keys if the node changes publishers. */
  package_folder: string;
  metadata_json: string;
  moderation_json: string;
  status: NodeStatus;
  /** While it is Banned, the status that a lifted ban restores. */
  status_before_ban: NodeStatus | null;
  created_at: string;
  updated_at: string;
  downloads: number;
  rating_sum: number;
  rating_count: number;
  latest_version_id: string | null;
  /** The last write of download counts that counted this node; 0 if there was none. */
  counted: number;
  /** Its position in the list of all nodes. */
  ordinal: number;
  /**
   * The following columns are list data, derived from all other tables and never written
   * by hand. 1 while the node and its publisher are Active.
   */
  listed: number;
  /** How many versions and app-nodes of the node are listed. */
  listed_versions: number;
  listed_app_nodes: number;
  /** In lower case; the id of a node without a name. */
  name: string;
  search_ranking: number;
  /** Values in lower case between line feeds; empty without a declaration, which means everywhere. */
  supported_os: string;
  supported_accelerators: string;
  /** The range as it was declared, or empty. */
  supported_app_version: string;
  /** Its size in a response, in bytes. */
  bytes: number;
  /** In lower case, or empty. */
  repository: string;
  /** The revision of the code that derived the list data. */
  entry_revision: number;
}

/** Every id of a node that was renamed: its first, its present and those between. */
export interface NodeIdsTable {
  /** In lower case. */
  id: string;
  node_key: string;
  /** As that of publishers. */
  folded_id: string;
}
