import type { RankPart } from './weights.ts';
import type { Field } from './word-index.ts';

/** What is indexed of a node as it stands in its rows. */
interface NodeColumns {
  key: string;
  id: string;
  publisherId: string;
  repository: string;
  /** As the columns of the same names: values between line feeds, empty for all. */
  systems: string;
  accelerators: string;
  appVersions: string;
  isListed: boolean;
  isInstallable: boolean;
  updatedAt: string;
  ordinal: number;
  downloads: number;
}

/** The rows of a node, its publisher and the app-nodes of its latest version. */
export interface NodeSource extends NodeColumns {
  metadataJson: string;
  moderationJson: string;
  profileJson: string;
  /** The definitions that are not too long. */
  appNodes: readonly { name: string; definitionJson: string | null }[];
}

/** A node as it is indexed. */
export interface IndexedNode extends NodeColumns {
  name: string;
  author: string;
  description: string;
  tags: readonly string[];
  category: string;
  license: string;
  publisherName: string;
  stars: number;
  /** Undefined where no moderator set one. */
  ranking: number | undefined;
  appNodes: readonly IndexedAppNode[];
}

export interface IndexedAppNode {
  name: string;
  /** Its display name, and other words for it. */
  aliases: readonly string[];
  takes: readonly string[];
  gives: readonly string[];
}

/** Which nodes a search may find. What is undefined admits all. */
export interface SearchFilter {
  includeBanned?: boolean | undefined;
  changedAfter?: string | undefined;
  isInstallable?: boolean | undefined;
  keys?: readonly string[] | undefined;
  publisherId?: string | undefined;
  repository?: string | undefined;
  /** Each of them must be in the list of the node, if it has one; between line feeds. */
  systems?: readonly string[] | undefined;
  accelerator?: string | undefined;
  appVersions?: readonly string[] | undefined;
  /** In any case. */
  tag?: string | undefined;
  category?: string | undefined;
  license?: string | undefined;
  /** Types that one app-node must take and give. */
  takes?: readonly string[] | undefined;
  gives?: readonly string[] | undefined;
}

export interface SearchRequest {
  /** Words to be found anywhere, and words to be found in names of app-nodes. */
  anywhere: string;
  appNodes: string;
  /** Whether words are also found with typos, where few nodes have them as written. */
  typos: boolean;
  filter: SearchFilter;
  offset: number;
  limit: number;
  /** How many values of each facet are counted; 0 for none. */
  facetValues: number;
  withReasons: boolean;
  withNumbers: boolean;
}

/** Why a node was found. */
export interface Reason {
  field: Field | 'socket';
  /** The text that has the words, or the part of it with the first of them. */
  text: string;
  /** The words, as the text has them. */
  words: string[];
}

export interface Hit {
  key: string;
  id: string;
  reasons?: Reason[];
  /** The names of app-nodes that words were found in, with the reasons. */
  appNodes?: string[];
  numbers?: Record<RankPart | 'score', number>;
}

export const facetNames = ['tags', 'category', 'supported_os', 'supported_accelerators', 'license'] as const;
export type FacetName = (typeof facetNames)[number];
export type Facets = Record<FacetName, { value: string; count: number }[]>;

export interface SearchResult {
  hits: Hit[];
  total: number;
  /** The query as it was understood, if that is not as it was written. */
  didYouMean?: string;
  /** Words that these nodes lack, because none has all words. */
  leftOut?: string[];
  facets?: Facets;
}

export interface Suggestion {
  kind: 'node' | 'app-node';
  /** What it is called. */
  text: string;
  nodeId: string;
}

/** What the thread of the index is asked. */
export type IndexRequest =
  | { ask: 'put'; nodes: readonly NodeSource[]; gone: readonly string[] }
  | { ask: 'count'; downloads: readonly (readonly [key: string, downloads: number])[] }
  | { ask: 'search'; request: SearchRequest }
  | { ask: 'suggest'; text: string; limit: number };

/** What it replies: a result, or why there is none. */
export type IndexReply =
  | { result: SearchResult | Suggestion[] | undefined }
  | { failed: 'overdue' }
  | { failed: 'error'; message: string };
