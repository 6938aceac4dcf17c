// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readArray, readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type { Node, NodeVersion, Report } from './resources.ts';

export interface ListPublisherNodesArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Whether members and moderators also see banned nodes; default true */
  readonly include_banned?: boolean | undefined;
  /** Whether members and moderators see the deleted nodes instead; default false */
  readonly only_deleted?: boolean | undefined;
}

export interface ListPublisherNodesReply {
  readonly nodes: readonly Node[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the nodes of a publisher: `GET /publishers/{publisherId}/nodes/v2`. */
export const listPublisherNodes = (
  client: Client,
  args: ListPublisherNodesArgs,
  options?: RequestOptions,
): Promise<ListPublisherNodesReply> =>
  request(client, 'GET', '/publishers/{publisherId}/nodes/v2', args, options);

export interface UpdateNodeArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  /** Only the keys present change; null clears a key. Every other field of a Node is accepted and ignored, so that whole objects can be sent back. */
  readonly body: {
    /** If present, must equal the id in the path */
    readonly id?: string | undefined;
    /** Display name */
    readonly name?: string | null | undefined;
    /** Author */
    readonly author?: string | null | undefined;
    /** Description */
    readonly description?: string | null | undefined;
    /** URL of the banner */
    readonly banner_url?: string | null | undefined;
    /** URL of the icon */
    readonly icon?: string | null | undefined;
    /** Use `tags` */
    readonly category?: string | null | undefined;
    /** Path to the LICENSE file in the node's repository */
    readonly license?: string | null | undefined;
    /** URL of the repository */
    readonly repository?: string | null | undefined;
    /** Accelerator backends the node supports */
    readonly supported_accelerators?: readonly string[] | null | undefined;
    /** Supported versions of the host application frontend */
    readonly supported_app_frontend_version?: string | null | undefined;
    /** Supported versions of the host application */
    readonly supported_app_version?: string | null | undefined;
    /** Operating systems supported */
    readonly supported_os?: readonly string[] | null | undefined;
    /** Tags */
    readonly tags?: readonly string[] | null | undefined;
    /** BCP 47 tag → node field → text */
    readonly translations?:
      | Readonly<
          Record<
            string,
            {
              /** Display name */
              readonly name?: string | null | undefined;
              /** Author */
              readonly author?: string | null | undefined;
              /** Description */
              readonly description?: string | null | undefined;
              /** URL of the banner */
              readonly banner_url?: string | null | undefined;
              /** URL of the icon */
              readonly icon?: string | null | undefined;
              /** Use `tags` */
              readonly category?: string | null | undefined;
              /** Path to the LICENSE file in the node's repository */
              readonly license?: string | null | undefined;
              /** URL of the repository */
              readonly repository?: string | null | undefined;
            } | null
          >
        >
      | null
      | undefined;
    readonly github_stars?: number | null | undefined;
    /** App-node names preempted by this node */
    readonly preempted_app_node_names?: readonly string[] | null | undefined;
    /** Orders search results, lower first */
    readonly search_ranking?: number | null | undefined;
    /** Detail on the status */
    readonly status_detail?: string | null | undefined;
    /** Admin-only tags for security warnings and admin metadata */
    readonly tags_admin?: readonly string[] | null | undefined;
    readonly status?: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned' | undefined;
    /** Accepted and ignored */
    readonly created_at?: unknown;
    /** Accepted and ignored */
    readonly downloads?: unknown;
    /** Accepted and ignored */
    readonly former_ids?: unknown;
    /** Accepted and ignored */
    readonly latest_version?: unknown;
    /** Accepted and ignored */
    readonly publisher?: unknown;
    /** Accepted and ignored */
    readonly rating?: unknown;
    /** Accepted and ignored */
    readonly updated_at?: unknown;
  };
}

/** Update a specific node: `PUT /publishers/{publisherId}/nodes/{nodeId}`. */
export const updateNode = (client: Client, args: UpdateNodeArgs, options?: RequestOptions): Promise<Node> =>
  request(client, 'PUT', '/publishers/{publisherId}/nodes/{nodeId}', args, options);

export interface DeleteNodeArgs {
  readonly publisherId: string;
  readonly nodeId: string;
}

/** Delete a node; its id stays taken, and it can be restored by an update of its status: `DELETE /publishers/{publisherId}/nodes/{nodeId}`. */
export const deleteNode = (
  client: Client,
  args: DeleteNodeArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/publishers/{publisherId}/nodes/{nodeId}', args, options, true, readNothing);

export interface GetNodeArgs {
  readonly nodeId: string;
  /** Whether to include translations */
  readonly include_translations?: boolean | undefined;
  /** Whether to include app_node_count and version_count; default false */
  readonly include_counts?: boolean | undefined;
}

/** Retrieve a specific node by id: `GET /nodes/{nodeId}`. */
export const getNode = (client: Client, args: GetNodeArgs, options?: RequestOptions): Promise<Node> =>
  request(client, 'GET', '/nodes/{nodeId}', args, options);

export interface ListNodesArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
  /** Whether moderators also see banned nodes; default false */
  readonly include_banned?: boolean | undefined;
  /** Only nodes that changed after this time */
  readonly timestamp?: string | undefined;
  /** Whether to leave out nodes without an Active version; default false */
  readonly installable?: boolean | undefined;
  /** Only these nodes */
  readonly node_id?: readonly string[] | undefined;
  /** Only nodes of this publisher; an unknown one has none */
  readonly publisher_id?: string | undefined;
  /** Only nodes for this operating system, and those that declare none */
  readonly supported_os?: string | undefined;
  /** Only nodes for this accelerator, and those that declare none */
  readonly supported_accelerator?: string | undefined;
  /** Whether `app_version` and `form_factor` filter; default false */
  readonly compatible?: boolean | undefined;
  /** Version of the host application; filters with `compatible=true` only */
  readonly app_version?: string | undefined;
  /** How the host is installed, its operating system last, like `git-linux`; filters with `compatible=true` only */
  readonly form_factor?: string | undefined;
  /** Whether to include translations */
  readonly include_translations?: boolean | undefined;
  /** Whether to include app_node_count and version_count; default false */
  readonly include_counts?: boolean | undefined;
  /** Accepted for clients that send it; every response is up to date */
  readonly latest?: boolean | undefined;
  /** Ascending unless `;desc` follows; by default in the order in which the nodes were listed. `trending` counts the downloads of the 7 days up to the last download of any node */
  readonly sort?:
    | 'created_at'
    | 'created_at;asc'
    | 'created_at;desc'
    | 'downloads'
    | 'downloads;asc'
    | 'downloads;desc'
    | 'github_stars'
    | 'github_stars;asc'
    | 'github_stars;desc'
    | 'id'
    | 'id;asc'
    | 'id;desc'
    | 'name'
    | 'name;asc'
    | 'name;desc'
    | 'trending'
    | 'trending;asc'
    | 'trending;desc'
    | 'updated_at'
    | 'updated_at;asc'
    | 'updated_at;desc'
    | undefined;
}

export interface ListNodesReply {
  readonly nodes: readonly Node[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the nodes of all publishers; without filters and sort safe to crawl while others publish: `GET /nodes`. */
export const listNodes = (
  client: Client,
  args: ListNodesArgs = {},
  options?: RequestOptions,
): Promise<ListNodesReply> => request(client, 'GET', '/nodes', args, options);

export interface SearchNodesArgs {
  /** Words to be found in id, name, publisher, author, tags, description or names of app-nodes, as written, by their beginning, or with typos where few nodes have them */
  readonly search?: string | undefined;
  /** Words to be found in names of app-nodes of the latest version */
  readonly app_node_search?: string | undefined;
  /** Whether words with typos are found where few nodes have them as written; default true */
  readonly typos?: boolean | undefined;
  /** Only nodes with this tag, in any case */
  readonly tag?: string | undefined;
  /** Only nodes of this category, in any case */
  readonly category?: string | undefined;
  /** Only nodes under the license of this name, in any case */
  readonly license?: string | undefined;
  /** Only nodes with an app-node that has an input of each of these types, such as `IMAGE` */
  readonly takes?: readonly string[] | undefined;
  /** Only nodes with an app-node that has an output of each of these types, the same app-node as for `takes` */
  readonly gives?: readonly string[] | undefined;
  /** Only nodes whose repository holds this text in upper or lower case */
  readonly repository_url_search?: string | undefined;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Whether moderators also see banned nodes; default false */
  readonly include_banned?: boolean | undefined;
  /** Only nodes that changed after this time */
  readonly timestamp?: string | undefined;
  /** Whether to leave out nodes without an Active version; default false */
  readonly installable?: boolean | undefined;
  /** Only these nodes */
  readonly node_id?: readonly string[] | undefined;
  /** Only nodes of this publisher; an unknown one has none */
  readonly publisher_id?: string | undefined;
  /** Only nodes for this operating system, and those that declare none */
  readonly supported_os?: string | undefined;
  /** Only nodes for this accelerator, and those that declare none */
  readonly supported_accelerator?: string | undefined;
  /** Whether `app_version` and `form_factor` filter; default false */
  readonly compatible?: boolean | undefined;
  /** Version of the host application; filters with `compatible=true` only */
  readonly app_version?: string | undefined;
  /** How the host is installed, its operating system last, like `git-linux`; filters with `compatible=true` only */
  readonly form_factor?: string | undefined;
  /** Whether to include translations */
  readonly include_translations?: boolean | undefined;
  /** Whether to include app_node_count and version_count; default false */
  readonly include_counts?: boolean | undefined;
  /** Whether to count the found nodes by tag, category, operating system, accelerator and license, the 20 most frequent of each; default false */
  readonly facets?: boolean | undefined;
  /** Whether to include why each node was found; default false */
  readonly highlights?: boolean | undefined;
  /** Whether to include the numbers by which the first nodes are ordered; default false */
  readonly explain?: boolean | undefined;
  /** Whether to include, of each node, at most 3 app-nodes of the latest version whose names hold words of the query; default false */
  readonly include_matches?: boolean | undefined;
}

export interface SearchNodesReply {
  readonly nodes: readonly Node[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count; where words are given, at most 10000 */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
  /** Number of the last change of the log that the search has seen; where it searched its index */
  readonly seq?: number;
  /** The words as they were understood, if no node has them as written */
  readonly did_you_mean?: string;
  /** Words of the query that the first node lacks, because no node has all of them */
  readonly left_out?: readonly string[];
  /** Counts of the found nodes; with `facets` */
  readonly facets?: {
    readonly tags: readonly {
      readonly value: string;
      readonly count: number;
    }[];
    readonly category: readonly {
      readonly value: string;
      readonly count: number;
    }[];
    readonly supported_os: readonly {
      readonly value: string;
      readonly count: number;
    }[];
    readonly supported_accelerators: readonly {
      readonly value: string;
      readonly count: number;
    }[];
    readonly license: readonly {
      readonly value: string;
      readonly count: number;
    }[];
  };
  /** Why each of the nodes was found, in their order; with `highlights` or `explain` */
  readonly hits?: readonly {
    readonly node_id: string;
    /** With `highlights` */
    readonly reasons?: readonly {
      readonly field: 'id' | 'name' | 'app_node' | 'tag' | 'publisher' | 'author' | 'description' | 'socket';
      /** The text that has the words, or a part of it */
      readonly text: string;
      /** The words that were found, as the text has them */
      readonly words: readonly string[];
    }[];
    /** What the node is ordered by, each between 0 and 1, and their weighted sum, `score`; with `explain`, of the first 200 nodes */
    readonly numbers?: {
      readonly exact_id: number;
      readonly exact_name: number;
      readonly same_letters: number;
      readonly exact_app_node: number;
      readonly text: number;
      readonly coverage: number;
      readonly popularity: number;
      readonly search_ranking: number;
      readonly score: number;
    };
  }[];
}

/** Search the nodes by words, and by what their app-nodes take and give: `GET /nodes/search`. */
export const searchNodes = (
  client: Client,
  args: SearchNodesArgs = {},
  options?: RequestOptions,
): Promise<SearchNodesReply> => request(client, 'GET', '/nodes/search', args, options);

export interface SuggestSearchesArgs {
  /** What was typed so far */
  readonly search?: string | undefined;
  /** How many suggestions; default 8, at most 20 */
  readonly limit?: number | undefined;
}

export interface SuggestSearchesReply {
  readonly suggestions: readonly {
    readonly kind: 'node' | 'app-node';
    /** The name of the node or the app-node */
    readonly text: string;
    /** The node, or the one that has the app-node */
    readonly node_id: string;
  }[];
}

/** Suggest nodes and app-nodes while somebody types: `GET /search/suggest`. */
export const suggestSearches = (
  client: Client,
  args: SuggestSearchesArgs = {},
  options?: RequestOptions,
): Promise<SuggestSearchesReply> => request(client, 'GET', '/search/suggest', args, options);

export interface InstallNodeArgs {
  readonly nodeId: string;
  /** The exact version; by default the latest */
  readonly version?: string | undefined;
}

/** Find the version to install; counts one download for each client, version and day: `GET /nodes/{nodeId}/install`. */
export const installNode = (
  client: Client,
  args: InstallNodeArgs,
  options?: RequestOptions,
): Promise<NodeVersion> => request(client, 'GET', '/nodes/{nodeId}/install', args, options);

export interface GetNodeDownloadsArgs {
  readonly nodeId: string;
  /** The first day; instead of `days` */
  readonly from?: string | undefined;
  /** The last day; default today */
  readonly to?: string | undefined;
  /** How many days; default 30 */
  readonly days?: number | undefined;
}

export interface GetNodeDownloadsReply {
  /** The first day */
  readonly from: string;
  /** The last day */
  readonly to: string;
  /** Downloads on all of these days */
  readonly total: number;
  readonly days: readonly {
    /** In UTC */
    readonly day: string;
    readonly downloads: number;
  }[];
}

/** Count the downloads of a node by day: `GET /nodes/{nodeId}/downloads`. */
export const getNodeDownloads = (
  client: Client,
  args: GetNodeDownloadsArgs,
  options?: RequestOptions,
): Promise<GetNodeDownloadsReply> => request(client, 'GET', '/nodes/{nodeId}/downloads', args, options);

export interface AddTranslationsArgs {
  readonly nodeId: string;
  readonly body: {
    /** BCP 47 tag → node field → text */
    readonly data: Readonly<
      Record<
        string,
        {
          /** Display name */
          readonly name?: string | undefined;
          /** Author */
          readonly author?: string | undefined;
          /** Description */
          readonly description?: string | undefined;
          /** URL of the banner */
          readonly banner_url?: string | undefined;
          /** URL of the icon */
          readonly icon?: string | undefined;
          /** Use `tags` */
          readonly category?: string | undefined;
          /** Path to the LICENSE file in the node's repository */
          readonly license?: string | undefined;
          /** URL of the repository */
          readonly repository?: string | undefined;
        }
      >
    >;
  };
}

/** Add translations to a node; texts that are not sent stay: `POST /nodes/{nodeId}/translations`. */
export const addTranslations = (
  client: Client,
  args: AddTranslationsArgs,
  options?: RequestOptions,
): Promise<Node> => request(client, 'POST', '/nodes/{nodeId}/translations', args, options, true);

export interface ReviewNodeArgs {
  readonly nodeId: string;
  readonly star: number;
}

/** Give a node its stars; a second review replaces the first: `POST /nodes/{nodeId}/reviews`. */
export const reviewNode = (client: Client, args: ReviewNodeArgs, options?: RequestOptions): Promise<Node> =>
  request(client, 'POST', '/nodes/{nodeId}/reviews', args, options, true);

export interface ReportNodeArgs {
  readonly nodeId: string;
  readonly body: {
    /** The version, unless it is about all */
    readonly version?: string | undefined;
    readonly reason: 'malicious' | 'broken' | 'copied' | 'misleading' | 'other';
    /** What is wrong, and how one can see it */
    readonly text: string;
  };
}

/** Tell the moderators what is wrong with a node or a version; while it is open, a second one replaces it: `POST /nodes/{nodeId}/reports`. */
export const reportNode = (client: Client, args: ReportNodeArgs, options?: RequestOptions): Promise<Report> =>
  request(client, 'POST', '/nodes/{nodeId}/reports', args, options, true);

export interface ClaimNodeArgs {
  readonly publisherId: string;
  readonly nodeId: string;
}

/** Claim an unclaimed node for a publisher, proved by a line in the pyproject.toml of its repository; the refusal without it says which line: `POST /publishers/{publisherId}/nodes/{nodeId}/claim-my-node`. */
export const claimNode = (
  client: Client,
  args: ClaimNodeArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(
    client,
    'POST',
    '/publishers/{publisherId}/nodes/{nodeId}/claim-my-node',
    args,
    options,
    true,
    readNothing,
  );

export interface ListNodesOfPublisherArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
  /** Whether members and moderators also see banned nodes; default true */
  readonly include_banned?: boolean | undefined;
}

/** List the nodes of a publisher as an array: `GET /publishers/{publisherId}/nodes`. */
export const listNodesOfPublisher = (
  client: Client,
  args: ListNodesOfPublisherArgs,
  options?: RequestOptions,
): Promise<readonly Node[]> =>
  request(client, 'GET', '/publishers/{publisherId}/nodes', args, options, true, readArray);

export interface CreateNodeArgs {
  readonly publisherId: string;
  readonly body: {
    readonly id: string;
    /** Display name */
    readonly name?: string | undefined;
    /** Author */
    readonly author?: string | undefined;
    /** Description */
    readonly description?: string | undefined;
    /** URL of the banner */
    readonly banner_url?: string | undefined;
    /** URL of the icon */
    readonly icon?: string | undefined;
    /** Use `tags` */
    readonly category?: string | undefined;
    /** Path to the LICENSE file in the node's repository */
    readonly license?: string | undefined;
    /** URL of the repository */
    readonly repository?: string | undefined;
    /** Accelerator backends the node supports */
    readonly supported_accelerators?: readonly string[] | undefined;
    /** Supported versions of the host application frontend */
    readonly supported_app_frontend_version?: string | undefined;
    /** Supported versions of the host application */
    readonly supported_app_version?: string | undefined;
    /** Operating systems supported */
    readonly supported_os?: readonly string[] | undefined;
    /** Tags */
    readonly tags?: readonly string[] | undefined;
    /** BCP 47 tag → node field → text */
    readonly translations?:
      | Readonly<
          Record<
            string,
            {
              /** Display name */
              readonly name?: string | undefined;
              /** Author */
              readonly author?: string | undefined;
              /** Description */
              readonly description?: string | undefined;
              /** URL of the banner */
              readonly banner_url?: string | undefined;
              /** URL of the icon */
              readonly icon?: string | undefined;
              /** Use `tags` */
              readonly category?: string | undefined;
              /** Path to the LICENSE file in the node's repository */
              readonly license?: string | undefined;
              /** URL of the repository */
              readonly repository?: string | undefined;
            }
          >
        >
      | undefined;
  };
}

/** Create a node without a version: `POST /publishers/{publisherId}/nodes`. */
export const createNode = (client: Client, args: CreateNodeArgs, options?: RequestOptions): Promise<Node> =>
  request(withKey(client), 'POST', '/publishers/{publisherId}/nodes', args, options, true);

export interface RenameNodeArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly body: {
    /** The new id, or a former one of the same node */
    readonly id: string;
    /** Why; a moderator who is no owner must say it */
    readonly reason?: string | undefined;
  };
}

/** Give a node another id; its former ids stay its own and lead to it for ever: `POST /publishers/{publisherId}/nodes/{nodeId}/rename`. */
export const renameNode = (client: Client, args: RenameNodeArgs, options?: RequestOptions): Promise<Node> =>
  request(client, 'POST', '/publishers/{publisherId}/nodes/{nodeId}/rename', args, options, true);

export interface GetNodePermissionsArgs {
  readonly publisherId: string;
  readonly nodeId: string;
}

export interface GetNodePermissionsReply {
  readonly canEdit: boolean;
}

/** Whether the caller may edit the node: `GET /publishers/{publisherId}/nodes/{nodeId}/permissions`. */
export const getNodePermissions = (
  client: Client,
  args: GetNodePermissionsArgs,
  options?: RequestOptions,
): Promise<GetNodePermissionsReply> =>
  request(client, 'GET', '/publishers/{publisherId}/nodes/{nodeId}/permissions', args, options);

export interface UpdateNodePublishingArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly body: {
    /** Whether only CI jobs may publish it, by a rule of its publisher, and no stored token */
    readonly trusted_only: boolean;
  };
}

export interface UpdateNodePublishingReply {
  /** Whether only CI jobs may publish it, by a rule of its publisher, and no stored token */
  readonly trusted_only: boolean;
}

/** Turn publishing with stored tokens off or on for a node: `PUT /publishers/{publisherId}/nodes/{nodeId}/publishing`. */
export const updateNodePublishing = (
  client: Client,
  args: UpdateNodePublishingArgs,
  options?: RequestOptions,
): Promise<UpdateNodePublishingReply> =>
  request(client, 'PUT', '/publishers/{publisherId}/nodes/{nodeId}/publishing', args, options);
