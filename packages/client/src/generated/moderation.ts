// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type {
  Node,
  NodeVersion,
  Publisher,
  CheckRule,
  QueuedVersion,
  Proposal,
  ManagedReport,
} from './resources.ts';

export interface UpdateVersionStatusArgs {
  readonly nodeId: string;
  readonly version: string;
  readonly body: {
    readonly status?:
      | 'NodeVersionStatusActive'
      | 'NodeVersionStatusDeleted'
      | 'NodeVersionStatusBanned'
      | 'NodeVersionStatusPending'
      | 'NodeVersionStatusFlagged'
      | undefined;
    /** Required with a new status */
    readonly status_reason?: string | undefined;
    /** Required where only the tags change */
    readonly reason?: string | undefined;
    /** What is malicious about it. Publishes an advisory with this text, or changes that of its advisory; anyone can read it. Only with a ban, and only where a package is stored */
    readonly advisory?: string | undefined;
    /** Admin-only tags */
    readonly tags_admin?: readonly string[] | undefined;
  };
}

/** Change the status of a version, with a reason, or set its admin tags: `PUT /admin/nodes/{nodeId}/versions/{version}`. */
export const updateVersionStatus = (
  client: Client,
  args: UpdateVersionStatusArgs,
  options?: RequestOptions,
): Promise<NodeVersion> => request(client, 'PUT', '/admin/nodes/{nodeId}/versions/{version}', args, options);

export interface UpdatePublisherStatusArgs {
  readonly publisherId: string;
  readonly body: {
    readonly status: 'PublisherStatusActive' | 'PublisherStatusBanned';
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason: string;
  };
}

/** Ban a publisher or lift its ban, with a reason: `PUT /admin/publishers/{publisherId}`. */
export const updatePublisherStatus = (
  client: Client,
  args: UpdatePublisherStatusArgs,
  options?: RequestOptions,
): Promise<Publisher> => request(client, 'PUT', '/admin/publishers/{publisherId}', args, options);

export interface BanNodeArgs {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly body: {
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason: string;
    /** What is malicious about it. Publishes an advisory with this text, or changes that of its advisory; anyone can read it. Only with a ban, and only where a package is stored */
    readonly advisory?: string | undefined;
  };
}

/** Ban a node, with a reason; one that is banned stays so: `POST /publishers/{publisherId}/nodes/{nodeId}/ban`. */
export const banNode = (client: Client, args: BanNodeArgs, options?: RequestOptions): Promise<undefined> =>
  request(
    withKey(client),
    'POST',
    '/publishers/{publisherId}/nodes/{nodeId}/ban',
    args,
    options,
    true,
    readNothing,
  );

export interface BanPublisherArgs {
  readonly publisherId: string;
  readonly body: {
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason: string;
  };
}

/** Ban a publisher, with a reason; one that is banned stays so: `POST /publishers/{publisherId}/ban`. */
export const banPublisher = (
  client: Client,
  args: BanPublisherArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(withKey(client), 'POST', '/publishers/{publisherId}/ban', args, options, true, readNothing);

export interface CreateUnclaimedNodeArgs {
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
    /** If present, must be the publisher of the unclaimed nodes */
    readonly publisher?:
      | {
          readonly id?: string | undefined;
        }
      | undefined;
  };
}

/** Add a node that has no publisher yet: `POST /admin/nodes`. */
export const createUnclaimedNode = (
  client: Client,
  args: CreateUnclaimedNodeArgs,
  options?: RequestOptions,
): Promise<Node> => request(withKey(client), 'POST', '/admin/nodes', args, options, true);

export interface ModerateNodeArgs {
  readonly nodeId: string;
  /** Only the keys present change; null clears a key. A change needs a reason: `reason`, or for its status `status_detail` */
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
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason?: string | undefined;
    /** What is malicious about it. Publishes an advisory with this text, or changes that of its advisory; anyone can read it. Only with a ban, and only where a package is stored */
    readonly advisory?: string | undefined;
    /** The new publisher of the node; the publisher of the unclaimed nodes makes it unclaimed */
    readonly publisher?:
      | {
          readonly id?: string | undefined;
        }
      | undefined;
  };
}

/** Update a node of any publisher, or give it to another publisher: `PUT /admin/nodes/{nodeId}`. */
export const moderateNode = (
  client: Client,
  args: ModerateNodeArgs,
  options?: RequestOptions,
): Promise<Node> => request(client, 'PUT', '/admin/nodes/{nodeId}', args, options);

export interface TransferNodeArgs {
  readonly nodeId: string;
  readonly body: {
    /** The new publisher; the publisher of the unclaimed nodes makes the node unclaimed */
    readonly publisher_id: string;
    /** Why, for the log of changes */
    readonly reason: string;
  };
}

/** Give a node to another publisher, in whatever state it is: `POST /admin/nodes/{nodeId}/transfer`. */
export const transferNode = (
  client: Client,
  args: TransferNodeArgs,
  options?: RequestOptions,
): Promise<Node> => request(withKey(client), 'POST', '/admin/nodes/{nodeId}/transfer', args, options, true);

export interface CreateModeratorTokenArgs {}

export interface CreateModeratorTokenReply {
  readonly token: string;
  /** When it expires */
  readonly expires_at: string;
}

/** Make a token that acts as the calling moderator for 60 minutes: `POST /admin/generate-token`. */
export const createModeratorToken = (
  client: Client,
  args: CreateModeratorTokenArgs = {},
  options?: RequestOptions,
): Promise<CreateModeratorTokenReply> =>
  request(withKey(client), 'POST', '/admin/generate-token', args, options, true);

export interface ListProposalsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListProposalsReply {
  readonly proposals: readonly Proposal[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List what waits for a second moderator: `GET /admin/proposals`. */
export const listProposals = (
  client: Client,
  args: ListProposalsArgs = {},
  options?: RequestOptions,
): Promise<ListProposalsReply> => request(client, 'GET', '/admin/proposals', args, options);

export interface ApproveProposalArgs {
  readonly proposalId: string;
}

/** Approve what another moderator asked for, which carries it out: `POST /admin/proposals/{proposalId}/approve`. */
export const approveProposal = (
  client: Client,
  args: ApproveProposalArgs,
  options?: RequestOptions,
): Promise<Proposal> =>
  request(withKey(client), 'POST', '/admin/proposals/{proposalId}/approve', args, options, true);

export interface RejectProposalArgs {
  readonly proposalId: string;
  readonly body: {
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason: string;
  };
}

/** Reject what a moderator asked for, or withdraw it: `POST /admin/proposals/{proposalId}/reject`. */
export const rejectProposal = (
  client: Client,
  args: RejectProposalArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(withKey(client), 'POST', '/admin/proposals/{proposalId}/reject', args, options, true, readNothing);

export interface ListReviewQueueArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Default: Flagged */
  readonly statuses?:
    | readonly (
        | 'NodeVersionStatusActive'
        | 'NodeVersionStatusDeleted'
        | 'NodeVersionStatusBanned'
        | 'NodeVersionStatusPending'
        | 'NodeVersionStatusFlagged'
      )[]
    | undefined;
}

export interface ListReviewQueueReply {
  readonly versions: readonly QueuedVersion[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the versions waiting for a moderator, oldest first: `GET /admin/versions`. */
export const listReviewQueue = (
  client: Client,
  args: ListReviewQueueArgs = {},
  options?: RequestOptions,
): Promise<ListReviewQueueReply> => request(client, 'GET', '/admin/versions', args, options);

export interface ListReportsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Default `ReportStatusOpen` */
  readonly status?: 'ReportStatusOpen' | 'ReportStatusResolved' | 'ReportStatusDismissed' | undefined;
}

export interface ListReportsReply {
  readonly reports: readonly ManagedReport[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List what users report, by default what is open: `GET /admin/reports`. */
export const listReports = (
  client: Client,
  args: ListReportsArgs = {},
  options?: RequestOptions,
): Promise<ListReportsReply> => request(client, 'GET', '/admin/reports', args, options);

export interface AnswerReportArgs {
  readonly reportId: string;
  readonly body: {
    readonly status: 'ReportStatusOpen' | 'ReportStatusResolved' | 'ReportStatusDismissed';
    /** What the reporter gets to read */
    readonly answer: string;
  };
}

/** Answer a report, which closes it: `PUT /admin/reports/{reportId}`. */
export const answerReport = (
  client: Client,
  args: AnswerReportArgs,
  options?: RequestOptions,
): Promise<ManagedReport> => request(client, 'PUT', '/admin/reports/{reportId}', args, options);

export interface ListCheckRulesArgs {}

export interface ListCheckRulesReply {
  readonly ruleset_version: number;
  readonly rules: readonly CheckRule[];
}

/** List the rules of the checks with what each found so far, shadow rules included: `GET /admin/check-rules`. */
export const listCheckRules = (
  client: Client,
  args: ListCheckRulesArgs = {},
  options?: RequestOptions,
): Promise<ListCheckRulesReply> => request(client, 'GET', '/admin/check-rules', args, options);

export interface GetStatisticsArgs {}

export interface GetStatisticsReply {
  /** From when they are complete: the beginning of the first day, or later if there were more than 50000 changes */
  readonly since: string;
  /** By day, the first one first, then by kind */
  readonly counts: readonly {
    /** In UTC, as 2026-01-31 */
    readonly day: string;
    /** The kind of change */
    readonly action: string;
    readonly count: number;
  }[];
  /** The first day of downloads and refusals */
  readonly from: string;
  /** The last one */
  readonly to: string;
  /** Downloads of all nodes by day; a day without any is left out */
  readonly downloads: readonly {
    /** In UTC */
    readonly day: string;
    readonly count: number;
  }[];
  /** Packages that were refused, by day and then by rule */
  readonly refusals: readonly {
    /** In UTC */
    readonly day: string;
    /** Why, such as `not-a-zip` or `quota-used-up` */
    readonly rule: string;
    readonly count: number;
  }[];
}

/** Count changes, downloads and refused packages of the last 30 days by day: `GET /admin/statistics`. */
export const getStatistics = (
  client: Client,
  args: GetStatisticsArgs = {},
  options?: RequestOptions,
): Promise<GetStatisticsReply> => request(client, 'GET', '/admin/statistics', args, options);

export interface ListUsersArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Only the user with this address */
  readonly email?: string | undefined;
}

export interface ListUsersReply {
  readonly users: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** Whether the user is a moderator */
    readonly isAdmin: boolean;
    /** Whether the user may use the registry: true unless banned */
    readonly isApproved: boolean;
    /** When the user signed up */
    readonly createdAt: string;
    readonly banned: boolean;
    readonly banReason?: string;
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

/** List the users, newest first: `GET /admin/users`. */
export const listUsers = (
  client: Client,
  args: ListUsersArgs = {},
  options?: RequestOptions,
): Promise<ListUsersReply> => request(client, 'GET', '/admin/users', args, options);

export interface UpdateUserArgs {
  readonly userId: string;
  /** A change needs a reason */
  readonly body: {
    /** A banned user is signed out and cannot sign in */
    readonly banned?: boolean | undefined;
    /** Why the user is banned, in place of `reason` */
    readonly banReason?: string | undefined;
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason?: string | undefined;
    readonly isAdmin?: boolean | undefined;
  };
}

export interface UpdateUserReply {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the user is a moderator */
  readonly isAdmin: boolean;
  /** Whether the user may use the registry: true unless banned */
  readonly isApproved: boolean;
  /** When the user signed up */
  readonly createdAt: string;
  readonly banned: boolean;
  readonly banReason?: string;
}

/** Ban a user, lift the ban, or promote a moderator: `PUT /admin/users/{userId}`. */
export const updateUser = (
  client: Client,
  args: UpdateUserArgs,
  options?: RequestOptions,
): Promise<UpdateUserReply> => request(client, 'PUT', '/admin/users/{userId}', args, options);

export interface UpdatePublisherQuotasArgs {
  readonly publisherId: string;
  /** Only the quotas present change; null restores the default. A change needs a reason */
  readonly body: {
    /** Nodes of the publisher, deleted ones included, because their ids stay taken. */
    readonly nodes?: number | null | undefined;
    /** Versions of the publisher that wait for their package or for their checks. */
    readonly pending_versions?: number | null | undefined;
    /** The stored packages of the publisher, those of deleted versions included. */
    readonly package_bytes?: number | null | undefined;
    /** The names of the app-nodes of all versions of the publisher, their definitions as JSON, and the readmes. */
    readonly definition_bytes?: number | null | undefined;
    /** Personal access tokens of the publisher that are not revoked, expired ones included. */
    readonly tokens?: number | null | undefined;
    /** Rules by which CI jobs may publish for the publisher. */
    readonly trusted_publishers?: number | null | undefined;
    /** Members of the publisher, owners included. */
    readonly members?: number | null | undefined;
    /** Webhooks of the publisher, those included that are turned off. */
    readonly webhooks?: number | null | undefined;
    /** How many times the usual rates the publisher may have. */
    readonly rate_factor?: number | null | undefined;
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason?: string | undefined;
  };
}

export interface UpdatePublisherQuotasReply {
  /** Nodes of the publisher, deleted ones included, because their ids stay taken. */
  readonly nodes: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Versions of the publisher that wait for their package or for their checks. */
  readonly pending_versions: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** The stored packages of the publisher, those of deleted versions included. */
  readonly package_bytes: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** The names of the app-nodes of all versions of the publisher, their definitions as JSON, and the readmes. */
  readonly definition_bytes: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Personal access tokens of the publisher that are not revoked, expired ones included. */
  readonly tokens: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Rules by which CI jobs may publish for the publisher. */
  readonly trusted_publishers: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Members of the publisher, owners included. */
  readonly members: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Webhooks of the publisher, those included that are turned off. */
  readonly webhooks: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** How many times the usual rates the publisher may have. */
  readonly rate_factor: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
}

/** Set the quotas of a publisher: `PUT /admin/publishers/{publisherId}/quotas`. */
export const updatePublisherQuotas = (
  client: Client,
  args: UpdatePublisherQuotasArgs,
  options?: RequestOptions,
): Promise<UpdatePublisherQuotasReply> =>
  request(client, 'PUT', '/admin/publishers/{publisherId}/quotas', args, options);

export interface UpdateUserQuotasArgs {
  readonly userId: string;
  /** Only the quotas present change; null restores the default. A change needs a reason */
  readonly body: {
    /** Publishers that the account created, deleted ones included, because their ids stay taken. */
    readonly publishers?: number | null | undefined;
    /** Nodes that the account reviewed. */
    readonly reviews?: number | null | undefined;
    /** Reports that the account sent to the moderators, answered ones included. */
    readonly reports?: number | null | undefined;
    /** The changes that the account and the tokens it made caused, as JSON, because the log keeps them. */
    readonly change_bytes?: number | null | undefined;
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason?: string | undefined;
  };
}

export interface UpdateUserQuotasReply {
  /** Publishers that the account created, deleted ones included, because their ids stay taken. */
  readonly publishers: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Nodes that the account reviewed. */
  readonly reviews: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Reports that the account sent to the moderators, answered ones included. */
  readonly reports: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** The changes that the account and the tokens it made caused, as JSON, because the log keeps them. */
  readonly change_bytes: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
}

/** Set the quotas of a user: `PUT /admin/users/{userId}/quotas`. */
export const updateUserQuotas = (
  client: Client,
  args: UpdateUserQuotasArgs,
  options?: RequestOptions,
): Promise<UpdateUserQuotasReply> => request(client, 'PUT', '/admin/users/{userId}/quotas', args, options);

export interface UpdateNodeQuotasArgs {
  readonly nodeId: string;
  /** Only the quotas present change; null restores the default. A change needs a reason */
  readonly body: {
    /** Versions of the node, Pending and deleted ones included, because their numbers stay taken. */
    readonly versions?: number | null | undefined;
    /** Ids that the node got besides its first one, former ones included, because they stay taken. */
    readonly ids?: number | null | undefined;
    /** Why: kept in the log, and told to those whom it affects */
    readonly reason?: string | undefined;
  };
}

export interface UpdateNodeQuotasReply {
  /** Versions of the node, Pending and deleted ones included, because their numbers stay taken. */
  readonly versions: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
  /** Ids that the node got besides its first one, former ones included, because they stay taken. */
  readonly ids: {
    /** Absent where nothing is counted */
    readonly used?: number;
    readonly max: number;
  };
}

/** Set the quotas of a node: `PUT /admin/nodes/{nodeId}/quotas`. */
export const updateNodeQuotas = (
  client: Client,
  args: UpdateNodeQuotasArgs,
  options?: RequestOptions,
): Promise<UpdateNodeQuotasReply> => request(client, 'PUT', '/admin/nodes/{nodeId}/quotas', args, options);

export interface ListChangesArgs {
  /** The last seq already seen; default 0 */
  readonly after?: number | undefined;
  /** Default 100, larger than 1000 serves 1000. Large changes come in smaller pages; only an empty page ends the log */
  readonly limit?: number | undefined;
  /** Only changes of this subject */
  readonly subject?: string | undefined;
  /** Whether to begin with the last change; default false */
  readonly newest_first?: boolean | undefined;
  /** Whether to include actor_name; default false */
  readonly include_names?: boolean | undefined;
}

export interface ListChangesReply {
  readonly changes: readonly {
    /** Dense, in commit order */
    readonly seq: number;
    /** When it was committed */
    readonly at: string;
    /** `user:<id>`, `token:<id>`, `operator` (at the command line) or `server` */
    readonly actor: string;
    readonly action: string;
    /** The changed resource, as `<resource>:<id>` */
    readonly subject: string;
    /** The values before the change */
    readonly before?: {
      /** Accelerator backends the node supports */
      readonly supported_accelerators?: readonly string[];
      /** Supported versions of the host application frontend */
      readonly supported_app_frontend_version?: string;
      /** Supported versions of the host application */
      readonly supported_app_version?: string;
      /** Operating systems supported */
      readonly supported_os?: readonly string[];
      readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
      readonly app_node_names?: readonly string[];
      readonly events?: readonly string[];
      /** One of the kinds in the documentation, or one that this server does not know */
      readonly kind?: string;
      /** How the last attempt failed */
      readonly last_error?: string;
      readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
      /** What it was about */
      readonly subject?: string;
      /** App-node names preempted by this node */
      readonly preempted_app_node_names?: readonly string[];
    };
    /** The values after the change */
    readonly after?: {
      /** Accelerator backends the node supports */
      readonly supported_accelerators?: readonly string[];
      /** Supported versions of the host application frontend */
      readonly supported_app_frontend_version?: string;
      /** Supported versions of the host application */
      readonly supported_app_version?: string;
      /** Operating systems supported */
      readonly supported_os?: readonly string[];
      readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
      readonly app_node_names?: readonly string[];
      readonly events?: readonly string[];
      /** One of the kinds in the documentation, or one that this server does not know */
      readonly kind?: string;
      /** How the last attempt failed */
      readonly last_error?: string;
      readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
      /** What it was about */
      readonly subject?: string;
      /** App-node names preempted by this node */
      readonly preempted_app_node_names?: readonly string[];
    };
    readonly reason?: string;
    readonly request_id?: string;
    /** Of the user or the token; absent if it is neither, or gone */
    readonly actor_name?: string;
  }[];
}

/** The log of all changes, by default oldest first: `GET /admin/changes`. */
export const listChanges = (
  client: Client,
  args: ListChangesArgs = {},
  options?: RequestOptions,
): Promise<ListChangesReply> => request(client, 'GET', '/admin/changes', args, options);

export interface ListJobsArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Only jobs of this kind */
  readonly kind?:
    | 'receive-package'
    | 'extract-app-nodes'
    | 'reap'
    | 'replicate'
    | 'deliver-webhook'
    | 'send-mail'
    | 'check-domains'
    | undefined;
  /** Only jobs in this state */
  readonly state?: 'running' | 'failed' | 'waiting' | 'scheduled' | undefined;
}

export interface ListJobsReply {
  readonly jobs: readonly {
    readonly id: string;
    /** One of the kinds in the documentation, or one that this server does not know */
    readonly kind: string;
    /** The id of a version or a webhook; of the reaper, the package at which it continues */
    readonly subject: string;
    /** Whose jobs it takes turns with */
    readonly publisher_id?: string;
    /** A process holds it; it failed and is tried again; it is due; or it is not due yet */
    readonly state: 'running' | 'failed' | 'waiting' | 'scheduled';
    /** When it may be begun */
    readonly due_at: string;
    /** How often it was begun since a run went well, the one in progress included */
    readonly attempts: number;
    /** How the last attempt failed */
    readonly last_error?: string;
    /** Whether nothing would be left half done without it */
    readonly can_be_dropped: boolean;
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

/** List the jobs of the server, the one that is due first at the top: `GET /admin/jobs`. */
export const listJobs = (
  client: Client,
  args: ListJobsArgs = {},
  options?: RequestOptions,
): Promise<ListJobsReply> => request(client, 'GET', '/admin/jobs', args, options);

export interface RetryJobArgs {
  readonly jobId: string;
  readonly body: {
    /** Why, for the log of changes */
    readonly reason: string;
  };
}

export interface RetryJobReply {
  readonly id: string;
  /** One of the kinds in the documentation, or one that this server does not know */
  readonly kind: string;
  /** The id of a version or a webhook; of the reaper, the package at which it continues */
  readonly subject: string;
  /** Whose jobs it takes turns with */
  readonly publisher_id?: string;
  /** A process holds it; it failed and is tried again; it is due; or it is not due yet */
  readonly state: 'running' | 'failed' | 'waiting' | 'scheduled';
  /** When it may be begun */
  readonly due_at: string;
  /** How often it was begun since a run went well, the one in progress included */
  readonly attempts: number;
  /** How the last attempt failed */
  readonly last_error?: string;
  /** Whether nothing would be left half done without it */
  readonly can_be_dropped: boolean;
}

/** Begin a job now, with all its attempts again: `POST /admin/jobs/{jobId}/retry`. */
export const retryJob = (
  client: Client,
  args: RetryJobArgs,
  options?: RequestOptions,
): Promise<RetryJobReply> =>
  request(withKey(client), 'POST', '/admin/jobs/{jobId}/retry', args, options, true);

export interface DropJobArgs {
  readonly jobId: string;
  readonly body: {
    /** Why, for the log of changes */
    readonly reason: string;
  };
}

/** Give up a job without which nothing is left half done: `POST /admin/jobs/{jobId}/drop`. */
export const dropJob = (client: Client, args: DropJobArgs, options?: RequestOptions): Promise<undefined> =>
  request(withKey(client), 'POST', '/admin/jobs/{jobId}/drop', args, options, true, readNothing);
