// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readArray, readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type {
  NodeVersion,
  ListedVersion,
  Readme,
  Findings,
  NodeVersionIdentifier,
  BulkResultItem,
} from './resources.ts';

export interface PublishVersionArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly body: {
    /** Creates the node, or updates it where a key is present and set; null clears one */
    readonly node: {
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
    };
    readonly node_version: {
      /** SemVer 2.0.0, at most 200 characters */
      readonly version: string;
      readonly deprecated?: boolean | undefined;
      /** Summary of changes in this version */
      readonly changelog?: string | undefined;
      /** pip dependencies required by the node */
      readonly dependencies?: readonly string[] | undefined;
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
    };
    readonly personal_access_token: string;
  };
}

export interface PublishVersionReply {
  readonly node_version: NodeVersion;
  /** PUT the package here, as application/zip */
  readonly signedUrl: string;
}

/** Publish a new version of a node: `POST /publishers/{publisherId}/nodes/{nodeId}/versions`. */
export const publishVersion = (
  client: Client,
  args: PublishVersionArgs,
  options?: RequestOptions,
): Promise<PublishVersionReply> =>
  request(client, 'POST', '/publishers/{publisherId}/nodes/{nodeId}/versions', args, options, true);

export interface UpdateVersionArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly versionId: string;
  readonly body: {
    /** Summary of changes in this version */
    readonly changelog?: string | null | undefined;
    readonly deprecated?: boolean | null | undefined;
    /** Why the version is deprecated, and what to use instead */
    readonly deprecation_message?: string | null | undefined;
  };
}

/** Update the changelog and deprecation status of a node version: `PUT /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}`. */
export const updateVersion = (
  client: Client,
  args: UpdateVersionArgs,
  options?: RequestOptions,
): Promise<NodeVersion> =>
  request(client, 'PUT', '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}', args, options);

export interface DeleteVersionArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly versionId: string;
}

/** Delete a version; its number stays taken once its package was stored: `DELETE /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}`. */
export const deleteVersion = (
  client: Client,
  args: DeleteVersionArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(
    client,
    'DELETE',
    '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
    args,
    options,
    true,
    readNothing,
  );

export interface BulkGetVersionsArgs {
  readonly body: {
    /** Node id and version pairs to retrieve */
    readonly node_versions: readonly NodeVersionIdentifier[];
  };
}

export interface BulkGetVersionsReply {
  readonly node_versions: readonly BulkResultItem[];
}

/** Retrieve multiple node versions in one request: `POST /bulk/nodes/versions`. */
export const bulkGetVersions = (
  client: Client,
  args: BulkGetVersionsArgs,
  options?: RequestOptions,
): Promise<BulkGetVersionsReply> => request(client, 'POST', '/bulk/nodes/versions', args, options, true);

export interface ListVersionsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Only versions of this node */
  readonly node_id?: string | undefined;
  /** Default: Active; for members of its publisher and moderators who name a node, all but Deleted */
  readonly statuses?:
    | readonly (
        | 'NodeVersionStatusActive'
        | 'NodeVersionStatusDeleted'
        | 'NodeVersionStatusBanned'
        | 'NodeVersionStatusPending'
        | 'NodeVersionStatusFlagged'
      )[]
    | undefined;
  /** For moderators: only versions whose status_reason holds this text in upper or lower case */
  readonly status_reason?: string | undefined;
  /** Whether members, of a node they name, and moderators see the status_reason; default true */
  readonly include_status_reason?: boolean | undefined;
  /** Only versions published after this time */
  readonly timestamp?: string | undefined;
}

export interface ListVersionsReply {
  readonly versions: readonly NodeVersion[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the versions of all nodes; without filters safe to crawl while others publish: `GET /versions`. */
export const listVersions = (
  client: Client,
  args: ListVersionsArgs = {},
  options?: RequestOptions,
): Promise<ListVersionsReply> => request(client, 'GET', '/versions', args, options);

export interface ListNodeVersionsArgs {
  readonly nodeId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
  /** Default: Active; for members and moderators who ask for the status_reason, all but Deleted */
  readonly statuses?:
    | readonly (
        | 'NodeVersionStatusActive'
        | 'NodeVersionStatusDeleted'
        | 'NodeVersionStatusBanned'
        | 'NodeVersionStatusPending'
        | 'NodeVersionStatusFlagged'
      )[]
    | undefined;
  /** Whether members and moderators see the status_reason; default false */
  readonly include_status_reason?: boolean | undefined;
  /** Whether to include the app-nodes that each version changed, as far as they are known, of at most 50 versions on a page; default false */
  readonly include_changes?: boolean | undefined;
}

/** List the versions of a node whose package is stored; members also see those that wait for it: `GET /nodes/{nodeId}/versions`. */
export const listNodeVersions = (
  client: Client,
  args: ListNodeVersionsArgs,
  options?: RequestOptions,
): Promise<readonly ListedVersion[]> =>
  request(client, 'GET', '/nodes/{nodeId}/versions', args, options, true, readArray);

export interface GetVersionArgs {
  readonly nodeId: string;
  readonly version: string;
}

/** Retrieve one version of a node in any state: `GET /nodes/{nodeId}/versions/{version}`. */
export const getVersion = (
  client: Client,
  args: GetVersionArgs,
  options?: RequestOptions,
): Promise<NodeVersion> => request(client, 'GET', '/nodes/{nodeId}/versions/{version}', args, options);

export interface GetReadmeArgs {
  readonly nodeId: string;
  readonly version: string;
}

/** Retrieve the readme of a version as elements and texts; of one that is not Active for its members only: `GET /nodes/{nodeId}/versions/{version}/readme`. */
export const getReadme = (client: Client, args: GetReadmeArgs, options?: RequestOptions): Promise<Readme> =>
  request(client, 'GET', '/nodes/{nodeId}/versions/{version}/readme', args, options);

export interface ListVersionFilesArgs {
  readonly nodeId: string;
  readonly version: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 20000 serves 20000 */
  readonly limit?: number | undefined;
}

export interface ListVersionFilesReply {
  readonly files: readonly {
    /** As in the package */
    readonly path: string;
    /** Bytes of its content */
    readonly size: number;
    /** Bytes that it takes in the package */
    readonly packed_size: number;
    /** Where these start in the package */
    readonly offset: number;
    /** How they are packed */
    readonly method: 'stored' | 'deflated';
    /** SHA-256 of its content in hexadecimal */
    readonly sha256: string;
  }[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
  /** Whether the list has all files: not until the package was read, nor beyond the limits */
  readonly is_complete: boolean;
}

/** List the files in the package of a version by path: `GET /nodes/{nodeId}/versions/{version}/files`. */
export const listVersionFiles = (
  client: Client,
  args: ListVersionFilesArgs,
  options?: RequestOptions,
): Promise<ListVersionFilesReply> =>
  request(client, 'GET', '/nodes/{nodeId}/versions/{version}/files', args, options);

export interface GetFindingsArgs {
  readonly nodeId: string;
  readonly version: string;
}

/** What the checks found in the package of a version, and what the version waits for: `GET /nodes/{nodeId}/versions/{version}/findings`. */
export const getFindings = (
  client: Client,
  args: GetFindingsArgs,
  options?: RequestOptions,
): Promise<Findings> => request(client, 'GET', '/nodes/{nodeId}/versions/{version}/findings', args, options);

export interface CheckVersionArgs {
  readonly nodeId: string;
  readonly version: string;
}

/** Ask to check the package of a flagged version again: `POST /nodes/{nodeId}/versions/{version}/check`. */
export const checkVersion = (
  client: Client,
  args: CheckVersionArgs,
  options?: RequestOptions,
): Promise<NodeVersion> =>
  request(withKey(client), 'POST', '/nodes/{nodeId}/versions/{version}/check', args, options, true);

export interface ExtractVersionArgs {
  readonly nodeId: string;
  readonly version: string;
}

/** Ask to read the app-nodes of a version again: `POST /nodes/{nodeId}/versions/{version}/extract`. */
export const extractVersion = (
  client: Client,
  args: ExtractVersionArgs,
  options?: RequestOptions,
): Promise<NodeVersion> =>
  request(withKey(client), 'POST', '/nodes/{nodeId}/versions/{version}/extract', args, options, true);
