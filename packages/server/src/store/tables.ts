import type {
  ExtractStatus,
  MemberRole,
  NodeVersionStatus,
  PublisherStatus,
  QuotaName,
  QuotaSubject,
} from '@patchbay/contract';
import type { Insertable, Selectable } from 'kysely';
import type { NodeTables } from './node-tables.ts';
import type { AccountTables } from './account-tables.ts';
import type { MessageTables } from './message-tables.ts';

/**
 * The rows of both engines, in types that both return unchanged, so that no codec is needed:
 * times are RFC 3339 UTC text with milliseconds (sorts as text, is the wire's form), flags are 0 or 1,
 * `…_json` columns are JSON text.
 */
export interface Tables extends AccountTables, MessageTables, NodeTables {
  idempotency_keys: {
    /** A digest of the key, the caller, the method and the URL. */
    id: string;
    /** Whose keys count together. */
    account_id: string;
    body_digest: string;
    /** Encrypted; null if it was too large to keep. */
    sealed_answer: string | null;
    expires_at: string;
  };
  publishers: {
    id: string;
    /** The id by which similar ones are found; see `identifiers.ts`. */
    folded_id: string;
    profile_json: string;
    status: PublisherStatus;
    created_at: string;
    /** Deleted publishers keep their rows, so that their ids are never assigned again. */
    deleted_at: string | null;
    /** When a version of it first became Active; never changed afterwards. */
    approved_at: string | null;
  };
  members: {
    id: string;
    publisher_id: string;
    user_id: string;
    role: MemberRole;
    created_at: string;
  };
  tokens: {
    id: string;
    publisher_id: string;
    /** The user who made it; null if unknown, in which case it is revoked. */
    maker_id: string | null;
    sha256: string;
    masked: string;
    request_json: string;
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
    revoked_at: string | null;
  };
  versions: {
    id: string;
    node_key: string;
    version: string;
    /** Its bytewise order is SemVer precedence; equal numbers have equal keys. */
    sort_key: string;
    /** 0, except in an old registry with several versions of one number: how many precede it. */
    duplicate: number;
    prerelease: number;
    metadata_json: string;
    tags_admin_json: string;
    deprecated: number;
    status: NodeVersionStatus;
    status_reason: string | null;
    /** The time of its deletion while it is Deleted; null if unknown. */
    deleted_at: string | null;
    extract_status: ExtractStatus;
    created_at: string;
    upload_deadline: string;
    /** The token of the last publish; null if it was before tokens were recorded. */
    upload_token_id: string | null;
    /** These three are set together, once, when the package is stored. */
    package_sha256: string | null;
    package_bytes: number | null;
    stored_at: string | null;
    /** Null until the package was checked, and until its app-nodes were extracted. */
    verdict_json: string | null;
    /** How often each rule found something, by the verdict: what lists show of it. */
    found_json: string;
    extraction_json: string | null;
    /** What its app-nodes and its readme take: their names, and both as JSON. */
    definition_bytes: number;
    /** Its position in the list of all versions, once its package is stored. */
    ordinal: number | null;
  };
  app_nodes: {
    version_id: string;
    name: string;
    definition_json: string;
    /** Its position in the list of all app-nodes. */
    ordinal: number;
    /** A digest of its inputs and outputs. */
    shape: string;
  };
  /** To whom a node belonged before; the URLs of its packages under their ids stay good. */
  former_publishers: {
    node_key: string;
    publisher_id: string;
  };
  places: {
    list: PositionedList;
    /** The highest position ever assigned. */
    last: number;
    /** How many positions hold a listed item. */
    listed: number;
    /** The maximum number of items on a page; see `listing/pages.ts`. */
    page_max: number;
  };
  search_texts: {
    ordinal: number;
    /** The order in which a search looks at nodes, lowest first; see `search-rank.ts`. */
    place: number;
    /** Both in lower case, their parts between line feeds. */
    search_text: string;
    app_node_names: string;
  };
  preempted_names: {
    name: string;
    node_key: string;
  };
  /** When a node first had an app-node of this name in an Active version. Never changes. */
  app_node_claims: {
    name: string;
    node_key: string;
    first_active_at: string;
  };
  /** A name that a moderator banned in a version of the node. Versions that are read later have it banned, too. */
  app_node_bans: {
    node_key: string;
    name: string;
  };
  /** What a rule of a ruleset found so far; see `rows/rule-counts.ts`. */
  rule_counts: {
    /** Its version. */
    ruleset: string;
    rule: string;
    versions: number;
    held: number;
    latest_version_id: string;
  };
  /** One row for each combination, with the number of nodes that have it. Columns are those of nodes. */
  declarations: {
    /** The combination itself can be longer than a key may be. */
    id: number;
    listed: number;
    supported_os: string;
    supported_accelerators: string;
    supported_app_version: string;
    nodes: number;
  };
  changes: {
    seq: number;
    at: string;
    actor: string;
    action: string;
    subject: string;
    node_key: string | null;
    /** Whose members may see it: the publisher that has the node now, or that it is about. */
    publisher_id: string | null;
    before_json: string | null;
    after_json: string | null;
    reason: string | null;
    request_id: string | null;
  };
  jobs: {
    kind: string;
    subject: string;
    /** The publisher it is for; empty where it is for none. */
    queue: string;
    run_at: string;
    attempts: number;
    /** The lease of the process that runs it, and its end; both null while it waits. */
    lease: string | null;
    leased_until: string | null;
    last_error: string | null;
  };
  /** Not used any more, but servers of the version before write it: the next version can drop it. */
  job_queues: {
    queue: string;
    turn_at: string;
    last_turn_at: string;
    turns: number;
  };
  quotas: {
    subject_kind: QuotaSubject;
    /** Of a node, its key. */
    subject_id: string;
    name: QuotaName;
    /** What a moderator set; null where the default holds. */
    max: number | null;
    used: number;
  };
}

/** The lists whose items keep their positions. */
export type PositionedList = 'nodes' | 'versions' | 'app_nodes';

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
