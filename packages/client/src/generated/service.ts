// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readArray, readText } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';

export interface GetHealthArgs {}

export interface GetHealthReply {
  readonly status: 'ok';
}

/** Whether the process is alive: `GET /health`. */
export const getHealth = (
  client: Client,
  args: GetHealthArgs = {},
  options?: RequestOptions,
): Promise<GetHealthReply> => request(client, 'GET', '/health', args, options);

export interface GetReadinessArgs {}

export interface GetReadinessReply {
  readonly status: 'ready';
  /** Whether the disk has room; while it is full, writes fail */
  readonly disk: 'ok' | 'full';
  /** The registry that this one follows; absent without one */
  readonly source?: {
    /** The registry that this one follows; of a set, the folder until its registry is known */
    readonly url: string;
    /** Whether this registry is a copy of it, or has nodes of its own besides */
    readonly kind: 'mirror' | 'upstream';
    /** Whether it answered the last time */
    readonly reachable: boolean;
    /** As of when all of it is here; absent until then */
    readonly synced_at?: string;
    /** How long ago that was */
    readonly behind_seconds?: number;
    /** Packages of Active versions that are not stored here */
    readonly packages_missing: number;
    /** How many of those could not be fetched, or were refused, the last time */
    readonly packages_failed: number;
  };
  /** How well the processes that read packages are cut off from the system */
  readonly readers: 'isolated' | 'best-effort';
}

/** Whether the database and the package store answer: `GET /ready`. */
export const getReadiness = (
  client: Client,
  args: GetReadinessArgs = {},
  options?: RequestOptions,
): Promise<GetReadinessReply> => request(client, 'GET', '/ready', args, options);

export interface GetStatusArgs {}

export interface GetStatusReply {
  /** The version of the software */
  readonly version: string;
  /** When the database and the package store were looked at */
  readonly checked_at: string;
  /** Whether the database answers */
  readonly database: boolean;
  /** Whether the package store answers */
  readonly package_store: boolean;
  /** What waits; absent while it cannot be counted */
  readonly backlog?: {
    /** Jobs that are due and not begun */
    readonly jobs_waiting: number;
    /** Jobs that are being done */
    readonly jobs_running: number;
    /** Jobs that failed and are tried again */
    readonly jobs_failed: number;
    /** How long the oldest of those that wait has been due */
    readonly oldest_job_seconds: number;
    /** Versions that wait for a moderator */
    readonly reviews_waiting: number;
    /** How long ago the oldest of them was published */
    readonly oldest_review_seconds: number;
    /** When they were counted */
    readonly counted_at: string;
  };
  /** The registry that this one follows; absent without one */
  readonly source?: {
    /** The registry that this one follows; of a set, the folder until its registry is known */
    readonly url: string;
    /** Whether this registry is a copy of it, or has nodes of its own besides */
    readonly kind: 'mirror' | 'upstream';
    /** Whether it answered the last time */
    readonly reachable: boolean;
    /** As of when all of it is here; absent until then */
    readonly synced_at?: string;
    /** How long ago that was */
    readonly behind_seconds?: number;
    /** Packages of Active versions that are not stored here */
    readonly packages_missing: number;
    /** How many of those could not be fetched, or were refused, the last time */
    readonly packages_failed: number;
  };
}

/** The version of the software, what answers, and what waits: `GET /health/status`. */
export const getStatus = (
  client: Client,
  args: GetStatusArgs = {},
  options?: RequestOptions,
): Promise<GetStatusReply> => request(client, 'GET', '/health/status', args, options);

export interface GetMetricsArgs {}

/** What the server counts, for Prometheus; an operator may ask for a Bearer: `GET /metrics`. */
export const getMetrics = (
  client: Client,
  args: GetMetricsArgs = {},
  options?: RequestOptions,
): Promise<string> => request(client, 'GET', '/metrics', args, options, true, readText);

export interface GetTransitionsArgs {}

/** The table of all moves between states: `GET /transitions`. */
export const getTransitions = (
  client: Client,
  args: GetTransitionsArgs = {},
  options?: RequestOptions,
): Promise<
  readonly {
    readonly resource: string;
    readonly field: string;
    readonly from: string;
    readonly to: string;
    readonly by: readonly ('publisher' | 'moderator' | 'server')[];
    readonly when: string;
  }[]
> => request(client, 'GET', '/transitions', args, options, true, readArray);

export interface GetLimitsArgs {}

export interface GetLimitsReply {
  /** Of requests and responses; the unit is at the end of each name */
  readonly limits: {
    /** Characters of a name, an author, or a range of supported versions. */
    readonly name_chars_max: number;
    /** Characters of a description or a reason. */
    readonly description_chars_max: number;
    /** Characters of a changelog. */
    readonly changelog_chars_max: number;
    /** Characters of the reason why a version is deprecated. */
    readonly deprecation_message_chars_max: number;
    /** Characters of one text that contains JSON in the definition of an app-node. */
    readonly definition_chars_max: number;
    /** Characters of a language tag. */
    readonly language_tag_chars_max: number;
    /** Characters of a URL, a license, or the contact of a publisher, and of a text in a list unless another limit says otherwise. */
    readonly url_chars_max: number;
    /** Characters of an e-mail address. */
    readonly email_chars_max: number;
    /** Items of a list in a body, unless another limit says otherwise. */
    readonly list_items_max: number;
    /** Dependencies of a version. */
    readonly dependencies_max: number;
    /** Characters of the name of an app-node. */
    readonly app_node_name_chars_max: number;
    /** App-nodes of a version. */
    readonly app_nodes_max: number;
    /** Outputs of an app-node. */
    readonly outputs_max: number;
    /** Pairs or names in a bulk read. */
    readonly bulk_items_max: number;
    /** Characters of an id or a version in a bulk read. */
    readonly bulk_identifier_chars_max: number;
    /** App-nodes of the host itself that a profile names. */
    readonly built_in_app_nodes_max: number;
    /** Nodes besides the first that a bulk read names for an app-node. */
    readonly candidates_max: number;
    /** Items on a page by default. */
    readonly page_size_default: number;
    /** Items on a page. */
    readonly page_size_max: number;
    /** Items on a page of all nodes. */
    readonly catalogue_page_size_max: number;
    /** Items of a list that is a bare array, also by default. */
    readonly bare_page_size_max: number;
    /** Changes on a page of the log by default. */
    readonly changes_page_size_default: number;
    /** Changes on a page of the log. */
    readonly changes_page_size_max: number;
    /** Bytes of an answer with public changes, unless one change alone has more. */
    readonly public_changes_bytes_max: number;
    /** Seconds that a request waits for a change. */
    readonly wait_seconds_max: number;
    /** Requests that wait for a change in a process, streams included. */
    readonly waiting_max: number;
    /** Requests of one client that wait for a change in a process, streams included. */
    readonly waiting_of_client_max: number;
    /** Installed nodes of all requests that wait in a process. */
    readonly watched_nodes_max: number;
    /** Changes of the log after which the whole catalogue comes instead of what changed. */
    readonly catalogue_changes_max: number;
    /** Changes on a page of the history of a publisher, which is also the default. */
    readonly audit_page_size_max: number;
    /** Days for which an invitation can be accepted. */
    readonly invitation_days: number;
    /** Open invitations of a publisher. */
    readonly invitations_max: number;
    /** Invitations of all publishers about which an address gets a message in a day; further ones wait without one. */
    readonly invitation_mails_of_address_max: number;
    /** Days for which a proposal waits for a second moderator. */
    readonly proposal_days: number;
    /** Proposals of moderators that wait at once. */
    readonly proposals_max: number;
    /** Sign-ins of an account that are kept, and failed ones besides. */
    readonly sign_ins_kept: number;
    /** Days for which sign-ins and failed ones are kept. */
    readonly sign_in_days_kept: number;
    /** Days that statistics count. */
    readonly statistics_days: number;
    /** Changes that they count, the last ones. */
    readonly statistics_changes_max: number;
    /** Items on a page of app-nodes. */
    readonly app_node_page_size_max: number;
    /** Files of a package that are listed, and items on a page of them. */
    readonly package_files_max: number;
    /** Bytes of the list of the files of a package, as it is kept. */
    readonly package_files_bytes_max: number;
    /** Days of a response with downloads by day, by default. */
    readonly download_days_default: number;
    /** Days of a response with downloads by day. */
    readonly download_days_max: number;
    /** Days for which downloads by day are kept. */
    readonly download_days_kept: number;
    /** Versions that the history of an app-node is read from, the newest ones. */
    readonly history_versions_max: number;
    /** Versions on a page of a node with `include_changes`. */
    readonly changed_versions_max: number;
    /** App-nodes that are listed as changed by one version. */
    readonly changed_app_nodes_max: number;
    /** Ids of nodes in one request. */
    readonly node_ids_max: number;
    /** Unknown query parameters that a response names. */
    readonly unknown_parameters_max: number;
    /** Characters of each of them that it repeats. */
    readonly unknown_parameter_chars_max: number;
    /** Seconds that a moderator token is valid. */
    readonly moderator_token_seconds: number;
    /** Seconds that a device code is valid. */
    readonly device_code_seconds: number;
    /** Seconds between two polls by a device. */
    readonly device_poll_seconds_min: number;
    /** Device codes that wait for approval. */
    readonly device_codes_max: number;
    /** Device codes that wait for approval, requested from one address. */
    readonly device_codes_of_address_max: number;
    /** Seconds in which a sign-in with the external provider must be complete. */
    readonly external_sign_in_seconds: number;
    /** Sign-ins with the external provider that are under way. */
    readonly external_sign_ins_max: number;
    /** Sign-ins with the external provider that are under way, begun from one address. */
    readonly external_sign_ins_of_address_max: number;
    /** Characters of the answer of the external provider, in the address of its callback. */
    readonly external_query_chars_max: number;
    /** Sessions of an account. Another one ends the one that was not used for longest. */
    readonly sessions_max: number;
    /** Characters at least of a password that is set. Older ones may be shorter. */
    readonly password_chars_min: number;
    /** Characters of a password. */
    readonly password_chars_max: number;
    /** Minutes that a link to set a new password is good. */
    readonly reset_link_minutes: number;
    /** Hours that a link to verify an address is good. */
    readonly account_link_hours: number;
    /** Days without use after which a session ends. */
    readonly session_idle_days: number;
    /** Days after which a session ends even if it is used. */
    readonly session_days_max: number;
    /** Seconds after a sign-in or a step-up in which a session may do what cannot be undone. */
    readonly recent_sign_in_seconds: number;
    /** Seconds that a sign-in waits for its second factor. */
    readonly pending_sign_in_seconds: number;
    /** Recovery codes of an account. */
    readonly recovery_codes_max: number;
    /** Passkeys of an account. */
    readonly passkeys_max: number;
    /** Downloads of a node from which its owners need a second factor. */
    readonly popular_downloads_min: number;
    /** Hours for which a message to a person is tried to be sent. */
    readonly mail_deadline_hours: number;
    /** Messages to people that wait to be sent; what is beyond is not told. */
    readonly mails_waiting_max: number;
    /** The same for one address. */
    readonly mails_of_address_waiting_max: number;
    /** Messages that are kept as files where no mail server is set, the newest ones. */
    readonly outbox_files_max: number;
    /** Results of a search, the best ones. */
    readonly searched_nodes_max: number;
    /** Attempts to receive, check or extract a package. */
    readonly package_attempts_max: number;
    /** Attempts to read a package that takes too much time or memory. */
    readonly heavy_attempts_max: number;
    /** Days that a personal access token is valid by default. */
    readonly token_days_default: number;
    /** Days that a personal access token can be valid, unless it never expires. */
    readonly token_days_max: number;
    /** Leaked tokens that a scanner reports at once. */
    readonly leaked_tokens_max: number;
    /** Characters of the OpenID Connect token of a CI job. */
    readonly identity_token_chars_max: number;
    /** Hours after which such a token is too old, whatever it says itself. */
    readonly identity_token_hours_max: number;
    /** Seconds by which the clock of its issuer may differ. */
    readonly identity_clock_seconds_max: number;
    /** Seconds that the publish token of a CI job is valid. */
    readonly trusted_token_seconds: number;
    /** Characters of the name of a repository or of a workflow in a rule for CI jobs. */
    readonly repository_name_chars_max: number;
    /** Workflows of a rule for CI jobs. */
    readonly trusted_workflows_max: number;
    /** Characters of the name of an environment of CI jobs. */
    readonly environment_chars_max: number;
    /** Claims that a rule for CI jobs of another issuer names. */
    readonly trusted_claims_max: number;
    /** Characters of the value of a claim in such a rule. */
    readonly claim_chars_max: number;
    /** Days in which a moderator can restore a deleted version. */
    readonly undo_days_max: number;
    /** Bytes of the URL and the headers of a request. */
    readonly head_bytes_max: number;
    /** Parameters of a query, repeated ones included. */
    readonly query_parameters_max: number;
    /** Faults of a request that an error names. */
    readonly faults_max: number;
    /** Keys of one object in a body, ignored ones included. */
    readonly object_keys_max: number;
    /** Bytes of a JSON body, unless another limit says otherwise. */
    readonly body_bytes_max: number;
    /** Bytes of the body of a request that may be a form. */
    readonly form_bytes_max: number;
    /** Fields of a form, unless it has a file. */
    readonly form_fields_max: number;
    /** Bytes of the body of a bulk read. */
    readonly bulk_body_bytes_max: number;
    /** Bytes of the body of a publish, of an update and of app-nodes. */
    readonly metadata_body_bytes_max: number;
    /** Keys of all objects in a JSON body, ignored ones included. */
    readonly body_keys_max: number;
    /** Keys of all objects in a body with the app-nodes of a version. */
    readonly app_nodes_body_keys_max: number;
    /** Lists and objects in a JSON body. */
    readonly body_containers_max: number;
    /** Bytes of the file of a workflow. */
    readonly workflow_bytes_max: number;
    /** Keys of all objects in the file of a workflow. */
    readonly workflow_keys_max: number;
    /** Names of app-nodes in a workflow. */
    readonly workflow_names_max: number;
    /** Nodes that a workflow names and that are looked up. */
    readonly workflow_nodes_max: number;
    /** Characters of an Idempotency-Key. */
    readonly idempotency_key_chars_max: number;
    /** Hours that a request is remembered by its Idempotency-Key. */
    readonly idempotency_hours: number;
    /** Seconds in which the answer to a repeatable request is given again; later it is carried out again. */
    readonly repeatable_answer_seconds: number;
    /** Bytes of an answer that is kept for its Idempotency-Key, encrypted. */
    readonly kept_answer_bytes_max: number;
    /** Answers that are kept for one account, the newest ones. */
    readonly kept_answers_max: number;
    /** Bytes per second at which an upload must arrive at least. */
    readonly upload_bytes_per_second_min: number;
    /** Uploads that a process takes at once. */
    readonly uploads_max: number;
    /** Uploads of one publisher that a process takes at once. */
    readonly uploads_of_publisher_max: number;
    /** Webhooks of moderators, which receive events of the whole registry. */
    readonly registry_webhooks_max: number;
    /** Events of a webhook that wait beside the log; further ones wait in the log. */
    readonly webhook_events_waiting_max: number;
    /** Seconds that an attempt to deliver an event may take. */
    readonly webhook_attempt_seconds: number;
    /** Hours in which the delivery of an event is attempted again. */
    readonly webhook_deadline_hours: number;
    /** Hours that a webhook may fail without a success before it is turned off. */
    readonly webhook_failing_hours: number;
    /** Hours in which the secret before is used beside a new one. */
    readonly webhook_overlap_hours: number;
    /** Ended deliveries of a webhook that are kept, the newest ones. */
    readonly webhook_deliveries_kept: number;
    /** Characters of the answer of a receiver that are kept. */
    readonly webhook_excerpt_chars_max: number;
    /** Bytes of the body of a delivery; a larger one is sent without the values before and after the change. */
    readonly webhook_body_bytes_max: number;
    /** Seconds that an upload URL is valid. */
    readonly upload_url_seconds: number;
    /** Hours after the last publish in which the package can be uploaded. */
    readonly package_arrival_hours: number;
    /** Seconds in which a whole request must arrive, a package included. */
    readonly request_seconds_max: number;
    /** Requests on one connection that wait for their responses. */
    readonly pipelined_requests_max: number;
    /** Requests of one connection, after which it is closed. */
    readonly requests_of_connection_max: number;
    /** Requests of one client that a process works on at once. */
    readonly requests_under_way_max: number;
    /** Further requests of that client that wait in the process. */
    readonly requests_waiting_max: number;
    /** Requests for large responses that wait in a process. */
    readonly large_responses_waiting_max: number;
    /** Passwords that wait in a process to be hashed. */
    readonly passwords_waiting_max: number;
    /** Items of a list or a bulk that are worth one token of a rate. */
    readonly items_per_token: number;
    /** Bytes of a body that are worth one token of a rate that weighs bodies. */
    readonly body_bytes_per_token: number;
    /** Times the rate of one address that all addresses of an IPv6 /48 have together. */
    readonly rate_factor_of_site: number;
    /** Bytes of the metadata of a node as JSON, without its translations. */
    readonly node_metadata_bytes_max: number;
    /** Bytes of the translations of a node as JSON. */
    readonly translations_bytes_max: number;
    /** Bytes of the metadata of a version as JSON. */
    readonly version_metadata_bytes_max: number;
    /** Bytes of the definition of an app-node as JSON. */
    readonly app_node_bytes_max: number;
    /** Bytes that are read of the readme of a package. */
    readonly readme_source_bytes_max: number;
    /** Bytes of the readme of a version as JSON. */
    readonly readme_bytes_max: number;
    /** Elements that a part of a readme is in, one in the other. */
    readonly readme_depth_max: number;
    /** Pictures of the package that are shown in its readme. */
    readonly readme_pictures_max: number;
    /** Bytes of a picture that is shown in a readme. */
    readonly readme_picture_bytes_max: number;
    /** Pixels of a picture that is shown in a readme. */
    readonly readme_picture_pixels_max: number;
    /** Bytes of all app-nodes of a version. */
    readonly app_nodes_bytes_max: number;
    /** Problems of an extraction that are stored. */
    readonly problems_max: number;
    /** Characters of a problem of an extraction that are stored. */
    readonly problem_chars_max: number;
    /** Characters of a report to the moderators, and of its answer. */
    readonly report_chars_max: number;
    /** Characters of app-node names that one change of the log repeats. */
    readonly logged_names_chars_max: number;
    /** Bytes of a response to a bulk read or of a page. */
    readonly answer_bytes_max: number;
    /** Seconds after which a search is ended. */
    readonly search_seconds_max: number;
    /** Seconds after which any other read is ended. */
    readonly read_seconds_max: number;
    /** Words of a search. */
    readonly search_words_max: number;
    /** Characters of a word of a search. */
    readonly search_word_chars_max: number;
    /** App-nodes that a search names for each node that it found. */
    readonly search_matches_max: number;
    /** Types of inputs, and of outputs, that a search asks for. */
    readonly search_sockets_max: number;
    /** Values of a facet that a search counts. */
    readonly facet_values_max: number;
    /** Suggestions for a search, if the caller does not say. */
    readonly suggestions_default: number;
    /** Suggestions for a search. */
    readonly suggestions_max: number;
    /** Characters of a node that a search covers. */
    readonly search_text_chars_max: number;
    /** Characters of the names of its app-nodes that a search covers. */
    readonly searched_names_chars_max: number;
  };
  /** What an account, a publisher or a node may have, by name */
  readonly quotas: Readonly<
    Record<
      string,
      {
        readonly subject: 'account' | 'publisher' | 'node';
        /** The maximum unless a moderator set another */
        readonly default: number;
        readonly unit: string;
        readonly means: string;
      }
    >
  >;
  /** How often an address, an account or a publisher may do something, by name */
  readonly rates: Readonly<
    Record<
      string,
      {
        readonly by: 'address' | 'account' | 'account and address' | 'publisher';
        /** How much the full bucket allows at once */
        readonly burst: number;
        /** How long an empty bucket takes to fill */
        readonly full_after_seconds: number;
        readonly of: string;
        /** Whether a long body takes more tokens */
        readonly weighs_bodies: boolean;
      }
    >
  >;
  /** What the operator of this registry decides, by name */
  readonly settings: Readonly<Record<string, number>>;
}

/** Every bound: of requests and responses, of what is kept, and of packages: `GET /limits`. */
export const getLimits = (
  client: Client,
  args: GetLimitsArgs = {},
  options?: RequestOptions,
): Promise<GetLimitsReply> => request(client, 'GET', '/limits', args, options);

export interface GetOpenapiArgs {}

export interface GetOpenapiReply {
  readonly openapi: string;
}

/** This interface as an OpenAPI 3.1 document: `GET /openapi.json`. */
export const getOpenapi = (
  client: Client,
  args: GetOpenapiArgs = {},
  options?: RequestOptions,
): Promise<GetOpenapiReply> => request(client, 'GET', '/openapi.json', args, options);

export interface GetInterfaceArgs {}

export interface GetInterfaceReply {
  readonly openapi: string;
}

/** The same document as /openapi.json: `GET /openapi`. */
export const getInterface = (
  client: Client,
  args: GetInterfaceArgs = {},
  options?: RequestOptions,
): Promise<GetInterfaceReply> => request(client, 'GET', '/openapi', args, options);

export interface GetDocsArgs {}

/** This interface as a page to read and try: `GET /docs`. */
export const getDocs = (client: Client, args: GetDocsArgs = {}, options?: RequestOptions): Promise<string> =>
  request(client, 'GET', '/docs', args, options, true, readText);
