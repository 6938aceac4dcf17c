// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readArray, readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type {
  Publisher,
  PublisherMember,
  PersonalAccessToken,
  Invitation,
  TrustedPublisher,
  BuiltBy,
  PublisherChange,
} from './resources.ts';

export interface CreatePublisherArgs {
  readonly body: {
    readonly id: string;
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    /** Logo */
    readonly logo?: string | undefined;
    /** Source-code repository */
    readonly source_code_repo?: string | undefined;
    /** Support contact or address */
    readonly support?: string | undefined;
    /** Website */
    readonly website?: string | undefined;
  };
}

/** Create a publisher; the caller becomes its owner: `POST /publishers`. */
export const createPublisher = (
  client: Client,
  args: CreatePublisherArgs,
  options?: RequestOptions,
): Promise<Publisher> => request(withKey(client), 'POST', '/publishers', args, options, true);

export interface ListPublishersArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
}

/** List all publishers, the newest first: `GET /publishers`. */
export const listPublishers = (
  client: Client,
  args: ListPublishersArgs = {},
  options?: RequestOptions,
): Promise<readonly Publisher[]> => request(client, 'GET', '/publishers', args, options, true, readArray);

export interface ValidatePublisherIdArgs {
  /** The id in question */
  readonly username: string;
}

export interface ValidatePublisherIdReply {
  readonly isAvailable: boolean;
  /** Why the id is not available */
  readonly message?: string;
}

/** Whether a publisher id is well-formed and free: `GET /publishers/validate`. */
export const validatePublisherId = (
  client: Client,
  args: ValidatePublisherIdArgs,
  options?: RequestOptions,
): Promise<ValidatePublisherIdReply> => request(client, 'GET', '/publishers/validate', args, options);

export interface GetPublisherArgs {
  readonly publisherId: string;
}

export interface GetPublisherReply {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Logo */
  readonly logo?: string;
  /** Source-code repository */
  readonly source_code_repo?: string;
  /** Support contact or address */
  readonly support?: string;
  /** Website */
  readonly website?: string;
  /** Creation time */
  readonly createdAt: string;
  readonly status: 'PublisherStatusActive' | 'PublisherStatusBanned';
  readonly members?: readonly PublisherMember[];
  /** Of its nodes that are listed */
  readonly totals: {
    readonly nodes: number;
    readonly downloads: number;
  };
}

/** Retrieve a publisher, its members and its totals: `GET /publishers/{publisherId}`. */
export const getPublisher = (
  client: Client,
  args: GetPublisherArgs,
  options?: RequestOptions,
): Promise<GetPublisherReply> => request(client, 'GET', '/publishers/{publisherId}', args, options);

export interface UpdatePublisherArgs {
  readonly publisherId: string;
  /** Only the keys present change; null clears a key */
  readonly body: {
    /** If present, must equal the id in the path */
    readonly id?: string | undefined;
    readonly name?: string | null | undefined;
    readonly description?: string | null | undefined;
    /** Logo */
    readonly logo?: string | null | undefined;
    /** Source-code repository */
    readonly source_code_repo?: string | null | undefined;
    /** Support contact or address */
    readonly support?: string | null | undefined;
    /** Website */
    readonly website?: string | null | undefined;
  };
}

/** Update a publisher: `PUT /publishers/{publisherId}`. */
export const updatePublisher = (
  client: Client,
  args: UpdatePublisherArgs,
  options?: RequestOptions,
): Promise<Publisher> => request(client, 'PUT', '/publishers/{publisherId}', args, options);

export interface DeletePublisherArgs {
  readonly publisherId: string;
}

/** Delete a publisher that has no nodes left; its id stays taken: `DELETE /publishers/{publisherId}`. */
export const deletePublisher = (
  client: Client,
  args: DeletePublisherArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/publishers/{publisherId}', args, options, true, readNothing);

export interface ListMyPublishersArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
}

/** List the caller's publishers: `GET /users/publishers/`. */
export const listMyPublishers = (
  client: Client,
  args: ListMyPublishersArgs = {},
  options?: RequestOptions,
): Promise<readonly Publisher[]> =>
  request(client, 'GET', '/users/publishers/', args, options, true, readArray);

export interface ListMembersArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
}

/** List the members of a publisher: `GET /publishers/{publisherId}/members`. */
export const listMembers = (
  client: Client,
  args: ListMembersArgs,
  options?: RequestOptions,
): Promise<readonly PublisherMember[]> =>
  request(client, 'GET', '/publishers/{publisherId}/members', args, options, true, readArray);

export interface InviteMemberArgs {
  readonly publisherId: string;
  readonly body: {
    /** Where the invitation is sent, whether or not it has an account here */
    readonly email: string;
    readonly role: 'owner' | 'member';
  };
}

/** Invite somebody to become a member; who is invited accepts within 7 days: `POST /publishers/{publisherId}/members`. */
export const inviteMember = (
  client: Client,
  args: InviteMemberArgs,
  options?: RequestOptions,
): Promise<Invitation> => request(client, 'POST', '/publishers/{publisherId}/members', args, options, true);

export interface UpdateMemberArgs {
  readonly publisherId: string;
  readonly memberId: string;
  readonly body: {
    readonly role: 'owner' | 'member';
  };
}

/** Give a member another role; the last owner stays one: `PUT /publishers/{publisherId}/members/{memberId}`. */
export const updateMember = (
  client: Client,
  args: UpdateMemberArgs,
  options?: RequestOptions,
): Promise<PublisherMember> =>
  request(client, 'PUT', '/publishers/{publisherId}/members/{memberId}', args, options);

export interface RemoveMemberArgs {
  readonly publisherId: string;
  readonly memberId: string;
}

/** Remove a member; the last owner stays: `DELETE /publishers/{publisherId}/members/{memberId}`. */
export const removeMember = (
  client: Client,
  args: RemoveMemberArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/publishers/{publisherId}/members/{memberId}', args, options, true, readNothing);

export interface ListInvitationsArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListInvitationsReply {
  readonly invitations: readonly Invitation[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the open invitations of a publisher: `GET /publishers/{publisherId}/invitations`. */
export const listInvitations = (
  client: Client,
  args: ListInvitationsArgs,
  options?: RequestOptions,
): Promise<ListInvitationsReply> =>
  request(client, 'GET', '/publishers/{publisherId}/invitations', args, options);

export interface RevokeInvitationArgs {
  readonly publisherId: string;
  readonly invitationId: string;
}

/** Revoke an open invitation: `DELETE /publishers/{publisherId}/invitations/{invitationId}`. */
export const revokeInvitation = (
  client: Client,
  args: RevokeInvitationArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(
    client,
    'DELETE',
    '/publishers/{publisherId}/invitations/{invitationId}',
    args,
    options,
    true,
    readNothing,
  );

export interface ListTokensArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 1000, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
}

/** List the personal access tokens of a publisher, masked: `GET /publishers/{publisherId}/tokens`. */
export const listTokens = (
  client: Client,
  args: ListTokensArgs,
  options?: RequestOptions,
): Promise<readonly PersonalAccessToken[]> =>
  request(client, 'GET', '/publishers/{publisherId}/tokens', args, options, true, readArray);

export interface CreateTokenArgs {
  readonly publisherId: string;
  readonly body: {
    readonly name: string;
    readonly description?: string | undefined;
    /** When it expires, at most a year from now, or `never`; by default 90 days from now */
    readonly expiresAt?: string | undefined;
    /** Ids of the nodes it is limited to; all when absent */
    readonly nodes?: readonly string[] | undefined;
    /** What it may do; by default only `publish` */
    readonly actions?: readonly ('publish' | 'edit' | 'delete')[] | undefined;
  };
}

/** Make a personal access token; it is shown this once: `POST /publishers/{publisherId}/tokens`. */
export const createToken = (
  client: Client,
  args: CreateTokenArgs,
  options?: RequestOptions,
): Promise<PersonalAccessToken> =>
  request(withKey(client), 'POST', '/publishers/{publisherId}/tokens', args, options, true);

export interface RevokeTokenArgs {
  readonly publisherId: string;
  readonly tokenId: string;
  /** Why; a moderator who is no owner must say it */
  readonly reason?: string | undefined;
}

/** Revoke a personal access token at once: `DELETE /publishers/{publisherId}/tokens/{tokenId}`. */
export const revokeToken = (
  client: Client,
  args: RevokeTokenArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(client, 'DELETE', '/publishers/{publisherId}/tokens/{tokenId}', args, options, true, readNothing);

export interface ListTrustedPublishersArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListTrustedPublishersReply {
  readonly trusted_publishers: readonly TrustedPublisher[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the rules by which CI jobs may publish: `GET /publishers/{publisherId}/trusted-publishers`. */
export const listTrustedPublishers = (
  client: Client,
  args: ListTrustedPublishersArgs,
  options?: RequestOptions,
): Promise<ListTrustedPublishersReply> =>
  request(client, 'GET', '/publishers/{publisherId}/trusted-publishers', args, options);

export interface CreateTrustedPublisherArgs {
  readonly publisherId: string;
  readonly body: {
    /** `github`, `gitlab`, or the URL of another issuer that this registry trusts */
    readonly issuer: string;
    /** The node it may publish, which need not exist yet; all of the publisher when absent */
    readonly node_id?: string | undefined;
    /** The repository as its host names it: `<owner>/<name>`, on GitLab with all groups */
    readonly repository?: string | undefined;
    /** Workflows that may publish. On GitHub the name of a file in `.github/workflows`, or the whole path of a reusable one, `<owner>/<name>/.github/workflows/<file>`; on GitLab the path of the configuration, such as `.gitlab-ci.yml` */
    readonly workflows?: readonly string[] | undefined;
    /** The environment that the job must run in; any or none when absent */
    readonly environment?: string | undefined;
    /** The number of the repository (GitHub `repository_id`, GitLab `project_id`); when absent, that of its first use is kept */
    readonly repository_id?: string | undefined;
    /** The number of its owner (GitHub `repository_owner_id`, GitLab `namespace_id`); when absent, that of its first use is kept */
    readonly owner_id?: string | undefined;
    /** Of an issuer that is neither GitHub nor GitLab: the claims that a token must have, with their whole values */
    readonly claims?: Readonly<Record<string, string>> | undefined;
  };
}

/** Let CI jobs publish without a stored token: `POST /publishers/{publisherId}/trusted-publishers`. */
export const createTrustedPublisher = (
  client: Client,
  args: CreateTrustedPublisherArgs,
  options?: RequestOptions,
): Promise<TrustedPublisher> =>
  request(withKey(client), 'POST', '/publishers/{publisherId}/trusted-publishers', args, options, true);

export interface DeleteTrustedPublisherArgs {
  readonly publisherId: string;
  readonly trustedPublisherId: string;
  /** Why; a moderator who is no owner must say it */
  readonly reason?: string | undefined;
}

/** Delete a rule, and revoke the tokens that were exchanged by it: `DELETE /publishers/{publisherId}/trusted-publishers/{trustedPublisherId}`. */
export const deleteTrustedPublisher = (
  client: Client,
  args: DeleteTrustedPublisherArgs,
  options?: RequestOptions,
): Promise<undefined> =>
  request(
    client,
    'DELETE',
    '/publishers/{publisherId}/trusted-publishers/{trustedPublisherId}',
    args,
    options,
    true,
    readNothing,
  );

export interface ExchangeIdentityTokenArgs {
  readonly body: {
    /** The OpenID Connect token of the job, with the origin of this registry as its only audience */
    readonly token: string;
    readonly publisher_id: string;
    /** The node to publish */
    readonly node_id: string;
  };
}

export interface ExchangeIdentityTokenReply {
  /** A personal access token that may publish this one node */
  readonly token: string;
  /** When it expires */
  readonly expires_at: string;
  readonly publisher_id: string;
  readonly node_id: string;
  /** The rule that accepted the job */
  readonly trusted_publisher_id: string;
  readonly built_by: BuiltBy;
}

/** Exchange the OpenID Connect token of a CI job for a publish token of 15 minutes: `POST /trusted-publishing/token`. */
export const exchangeIdentityToken = (
  client: Client,
  args: ExchangeIdentityTokenArgs,
  options?: RequestOptions,
): Promise<ExchangeIdentityTokenReply> => request(client, 'POST', '/trusted-publishing/token', args, options);

export interface GetPublisherPermissionsArgs {
  readonly publisherId: string;
}

export interface GetPublisherPermissionsReply {
  readonly canEdit: boolean;
}

/** Whether the caller may edit the publisher: `GET /publishers/{publisherId}/permissions`. */
export const getPublisherPermissions = (
  client: Client,
  args: GetPublisherPermissionsArgs,
  options?: RequestOptions,
): Promise<GetPublisherPermissionsReply> =>
  request(client, 'GET', '/publishers/{publisherId}/permissions', args, options);

export interface GetPublisherUsageArgs {
  readonly publisherId: string;
}

export interface GetPublisherUsageReply {
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

/** How much of its quotas a publisher uses: `GET /publishers/{publisherId}/usage`. */
export const getPublisherUsage = (
  client: Client,
  args: GetPublisherUsageArgs,
  options?: RequestOptions,
): Promise<GetPublisherUsageReply> =>
  request(client, 'GET', '/publishers/{publisherId}/usage', args, options);

export interface ListPublisherChangesArgs {
  readonly publisherId: string;
  /** Only changes before this seq: `next` of the response before; default the newest */
  readonly before?: number | undefined;
  /** Default 50, larger than 50 serves 50 */
  readonly limit?: number | undefined;
}

export interface ListPublisherChangesReply {
  readonly changes: readonly PublisherChange[];
  /** Where the log continues; if absent, there is nothing older */
  readonly next?: number;
}

/** What was changed about a publisher, its nodes and its tokens, the newest first: `GET /publishers/{publisherId}/audit`. */
export const listPublisherChanges = (
  client: Client,
  args: ListPublisherChangesArgs,
  options?: RequestOptions,
): Promise<ListPublisherChangesReply> =>
  request(client, 'GET', '/publishers/{publisherId}/audit', args, options);
