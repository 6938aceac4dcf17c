// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type {
  NodeVersion,
  Publisher,
  AppNode,
  VersionAppNode,
  CandidateNode,
  ResolvedAppNode,
} from './resources.ts';

export interface UpdateAppNodeArgs {
  readonly nodeId: string;
  readonly version: string;
  readonly appNodeName: string;
  /** Only the keys present change; null clears a key */
  readonly body: {
    /** UI category used for grouping */
    readonly category?: string | null | undefined;
    /** Deprecated app-nodes are hidden in the UI */
    readonly deprecated?: boolean | null | undefined;
    /** Brief purpose */
    readonly description?: string | null | undefined;
    /** Name shown in the UI; app_node_name if absent */
    readonly display_name?: string | null | undefined;
    /** Subject to change or removal */
    readonly experimental?: boolean | null | undefined;
    /** Name of the entry-point function */
    readonly function?: string | null | undefined;
    /** Receives each input as a whole list, in one call */
    readonly input_is_list?: boolean | null | undefined;
    /** Definition of the input parameters, as JSON */
    readonly input_types?: string | null | undefined;
    /** One flag per output: whether it is a list */
    readonly output_is_list?: readonly boolean[] | null | undefined;
    /** Ends a workflow: it runs even if nothing uses its outputs */
    readonly output_node?: boolean | null | undefined;
    /** One tooltip per output; empty where it has none */
    readonly output_tooltips?: readonly string[] | null | undefined;
    readonly policy?:
      'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly' | null | undefined;
    /** Names of the outputs, as JSON */
    readonly return_names?: string | null | undefined;
    /** Types of the outputs, as JSON */
    readonly return_types?: string | null | undefined;
    /** Other words under which the UI finds it */
    readonly search_aliases?: readonly string[] | null | undefined;
    /** Why a moderator changes it */
    readonly reason?: string | undefined;
  };
}

/** Update a specific app-node: `PUT /nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}`. */
export const updateAppNode = (
  client: Client,
  args: UpdateAppNodeArgs,
  options?: RequestOptions,
): Promise<AppNode> =>
  request(client, 'PUT', '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}', args, options);

export interface GetAppNodeArgs {
  readonly nodeId: string;
  readonly version: string;
  readonly appNodeName: string;
  /** Whether to include since and changed_in, of the last 30 Active versions; default false */
  readonly include_history?: boolean | undefined;
}

/** Retrieve one app-node of a version: `GET /nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}`. */
export const getAppNode = (
  client: Client,
  args: GetAppNodeArgs,
  options?: RequestOptions,
): Promise<VersionAppNode> =>
  request(client, 'GET', '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}', args, options);

export interface ListVersionAppNodesArgs {
  readonly nodeId: string;
  readonly version: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
  /** Only app-nodes whose name or display name holds each of these words */
  readonly search?: string | undefined;
  /** Whether to include since and changed_in, of at most 100 app-nodes on a page and the last 30 Active versions; default false */
  readonly include_history?: boolean | undefined;
}

export interface ListVersionAppNodesReply {
  readonly app_nodes: readonly VersionAppNode[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the app-nodes of a version by name: `GET /nodes/{nodeId}/versions/{version}/app-nodes`. */
export const listVersionAppNodes = (
  client: Client,
  args: ListVersionAppNodesArgs,
  options?: RequestOptions,
): Promise<ListVersionAppNodesReply> =>
  request(client, 'GET', '/nodes/{nodeId}/versions/{version}/app-nodes', args, options);

export interface CreateAppNodesArgs {
  readonly nodeId: string;
  readonly version: string;
  readonly body: {
    /** False when the package could not be read */
    readonly success?: boolean | undefined;
    /** The definitions by name */
    readonly nodes?:
      | Readonly<
          Record<
            string,
            {
              /** UI category used for grouping */
              readonly category?: string | undefined;
              /** Deprecated app-nodes are hidden in the UI */
              readonly deprecated?: boolean | undefined;
              /** Brief purpose */
              readonly description?: string | undefined;
              /** Name shown in the UI; app_node_name if absent */
              readonly display_name?: string | undefined;
              /** Subject to change or removal */
              readonly experimental?: boolean | undefined;
              /** Name of the entry-point function */
              readonly function?: string | undefined;
              /** Receives each input as a whole list, in one call */
              readonly input_is_list?: boolean | undefined;
              /** Definition of the input parameters, as JSON */
              readonly input_types?: string | undefined;
              /** One flag per output: whether it is a list */
              readonly output_is_list?: readonly boolean[] | undefined;
              /** Ends a workflow: it runs even if nothing uses its outputs */
              readonly output_node?: boolean | undefined;
              /** One tooltip per output; empty where it has none */
              readonly output_tooltips?: readonly string[] | undefined;
              readonly policy?:
                'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly' | undefined;
              /** Names of the outputs, as JSON */
              readonly return_names?: string | undefined;
              /** Types of the outputs, as JSON */
              readonly return_types?: string | undefined;
              /** Other words under which the UI finds it */
              readonly search_aliases?: readonly string[] | undefined;
            }
          >
        >
      | undefined;
  };
}

/** Store the definitions of a version that has none, as extracted by another service: `POST /nodes/{nodeId}/versions/{version}/app-nodes`. */
export const createAppNodes = (
  client: Client,
  args: CreateAppNodesArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(
    withKey(client),
    'POST',
    '/nodes/{nodeId}/versions/{version}/app-nodes',
    args,
    options,
    true,
    readNothing,
  );

export interface ListAppNodesArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Only app-nodes of this node */
  readonly node_id?: string | undefined;
  /** Only app-nodes of exactly this name */
  readonly app_node_name?: string | undefined;
  /** Only app-nodes of versions with this number */
  readonly version?: string | undefined;
}

export interface ListAppNodesReply {
  readonly app_nodes: readonly {
    /** Unique in its version */
    readonly app_node_name: string;
    /** UI category used for grouping */
    readonly category?: string;
    /** Deprecated app-nodes are hidden in the UI */
    readonly deprecated?: boolean;
    /** Brief purpose */
    readonly description?: string;
    /** Name shown in the UI; app_node_name if absent */
    readonly display_name?: string;
    /** Subject to change or removal */
    readonly experimental?: boolean;
    /** Name of the entry-point function */
    readonly function?: string;
    /** Receives each input as a whole list, in one call */
    readonly input_is_list?: boolean;
    /** Definition of the input parameters, as JSON */
    readonly input_types?: string;
    /** One flag per output: whether it is a list */
    readonly output_is_list?: readonly boolean[];
    /** Ends a workflow: it runs even if nothing uses its outputs */
    readonly output_node?: boolean;
    /** One tooltip per output; empty where it has none */
    readonly output_tooltips?: readonly string[];
    readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
    /** Names of the outputs, as JSON */
    readonly return_names?: string;
    /** Types of the outputs, as JSON */
    readonly return_types?: string;
    /** Other words under which the UI finds it */
    readonly search_aliases?: readonly string[];
    readonly node_id: string;
    readonly version: string;
  }[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the app-nodes of all Active versions; without filters safe to crawl while others publish: `GET /app-nodes`. */
export const listAppNodes = (
  client: Client,
  args: ListAppNodesArgs = {},
  options?: RequestOptions,
): Promise<ListAppNodesReply> => request(client, 'GET', '/app-nodes', args, options);

export interface GetAppNodeProviderArgs {
  readonly appNodeName: string;
}

export interface GetAppNodeProviderReply {
  readonly id: string;
  /** Display name */
  readonly name?: string;
  /** Author */
  readonly author?: string;
  /** Description */
  readonly description?: string;
  /** URL of the banner */
  readonly banner_url?: string;
  /** URL of the icon */
  readonly icon?: string;
  /** Use `tags` */
  readonly category?: string;
  /** Path to the LICENSE file in the node's repository */
  readonly license?: string;
  /** URL of the repository */
  readonly repository?: string;
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  /** BCP 47 tag → node field → text */
  readonly translations?: Readonly<
    Record<
      string,
      {
        /** Display name */
        readonly name?: string;
        /** Author */
        readonly author?: string;
        /** Description */
        readonly description?: string;
        /** URL of the banner */
        readonly banner_url?: string;
        /** URL of the icon */
        readonly icon?: string;
        /** Use `tags` */
        readonly category?: string;
        /** Path to the LICENSE file in the node's repository */
        readonly license?: string;
        /** URL of the repository */
        readonly repository?: string;
      }
    >
  >;
  readonly github_stars?: number;
  /** App-node names preempted by this node */
  readonly preempted_app_node_names?: readonly string[];
  /** Orders search results, lower first */
  readonly search_ranking?: number;
  /** Detail on the status */
  readonly status_detail?: string;
  /** Admin-only tags for security warnings and admin metadata */
  readonly tags_admin?: readonly string[];
  /** Creation time */
  readonly created_at: string;
  /** When what it shows last changed, apart from its downloads */
  readonly updated_at?: string;
  /** Ids that it had before, oldest first; a request with one of them is answered with this node */
  readonly former_ids?: readonly string[];
  /** Number of downloads */
  readonly downloads: number;
  /** How many app-nodes the latest version has; with `include_counts` */
  readonly app_node_count?: number;
  readonly latest_version?: NodeVersion;
  /** App-nodes of the latest version that a search found it by; with `include_matches` */
  readonly matched_app_node_names?: readonly string[];
  readonly publisher: Publisher;
  /** Mean of the reviews; absent without any */
  readonly rating?: number;
  readonly status: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned';
  /** Whether only trusted CI jobs may publish it; absent if not */
  readonly trusted_only?: boolean;
  /** The registry that the node comes from; absent for one of this registry */
  readonly upstream?: string;
  /** How many Active versions it has; with `include_counts` */
  readonly version_count?: number;
  /** Why this node: it preempts the name, is the only one with it, is one of this registry itself before those of its upstream, has a lower search_ranking than the next one, or had the name in an Active version first */
  readonly provider_reason: 'preempted' | 'only' | 'own' | 'search_ranking' | 'first';
}

/** Find the node that provides an app-node: `GET /app-nodes/{appNodeName}/node`. */
export const getAppNodeProvider = (
  client: Client,
  args: GetAppNodeProviderArgs,
  options?: RequestOptions,
): Promise<GetAppNodeProviderReply> => request(client, 'GET', '/app-nodes/{appNodeName}/node', args, options);

export interface ResolveAppNodesArgs {
  readonly body: {
    /** Names of app-nodes */
    readonly names: readonly string[];
  };
}

export interface ResolveAppNodesReply {
  readonly results: readonly ResolvedAppNode[];
  /** Whether this registry has a list of the app-nodes that come with the host. If not, any of these names may be one of them */
  readonly built_in_known?: boolean;
}

/** Find the nodes that provide many app-nodes, such as those of a workflow: `POST /bulk/app-nodes/nodes`. */
export const resolveAppNodes = (
  client: Client,
  args: ResolveAppNodesArgs,
  options?: RequestOptions,
): Promise<ResolveAppNodesReply> => request(client, 'POST', '/bulk/app-nodes/nodes', args, options, true);

export interface ResolveWorkflowArgs {
  /** The file as the host or its tools wrote it: the graph of the editor or the prompt of the interface, also inside a request or the data of a picture, with `NaN` and `Infinity`, a byte order mark, or in UTF-16 */
  readonly body: unknown;
}

export interface ResolveWorkflowReply {
  /** The nodes that it needs */
  readonly nodes: readonly {
    readonly node: CandidateNode;
    /** The Active version to install; absent if the node has none */
    readonly version?: string;
    /** Why this version: the file names it, it is the highest one that is compatible with the one that the file names, which is not Active, or it is the latest */
    readonly version_reason?: 'named' | 'compatible' | 'latest';
    /** The version that the file names */
    readonly named_version?: string;
    /** The app-nodes for which the workflow needs it */
    readonly names: readonly {
      /** Of an app-node */
      readonly name: string;
      /** `workflow` if the file names the node; else why this one of those that provide the name */
      readonly reason: 'workflow' | 'preempted' | 'only' | 'own' | 'search_ranking' | 'first';
      /** Other nodes that provide it, in order */
      readonly candidates: readonly CandidateNode[];
    }[];
  }[];
  /** App-nodes of the host itself */
  readonly built_in: readonly string[];
  /** App-nodes that no node of this registry provides */
  readonly unknown: readonly string[];
  /** Nodes that the file names and this registry does not have */
  readonly missing: readonly {
    /** As the file has it: an id, or `owner/name` of a repository */
    readonly id: string;
    /** As the file has it */
    readonly version?: string;
    /** App-nodes that come with it, unknown here */
    readonly names: readonly string[];
  }[];
  /** Whether some of its unknown app-nodes, or of those that have a node by their name alone, may come with the host, because this registry has no list of these */
  readonly may_use_host: boolean;
}

/** Find the nodes and versions that the file of a workflow needs: `POST /workflows/resolve`. */
export const resolveWorkflow = (
  client: Client,
  args: ResolveWorkflowArgs,
  options?: RequestOptions,
): Promise<ResolveWorkflowReply> => request(client, 'POST', '/workflows/resolve', args, options, true);

export interface PutAppNodesArgs {
  readonly nodeId: string;
  readonly version: string;
  readonly body: {
    readonly app_nodes: readonly AppNode[];
  };
}

export interface PutAppNodesReply {
  readonly total: number;
}

/** Replace the definitions of a version: `PUT /admin/nodes/{nodeId}/versions/{version}/app-nodes`. */
export const putAppNodes = (
  client: Client,
  args: PutAppNodesArgs,
  options?: RequestOptions,
): Promise<PutAppNodesReply> =>
  request(client, 'PUT', '/admin/nodes/{nodeId}/versions/{version}/app-nodes', args, options);
