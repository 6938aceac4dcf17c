import type {
  ExtractStatus,
  MemberRole,
  NodeStatus,
  NodeVersionStatus,
  PublisherStatus,
} from '@patchbay/contract';
import type { Insertable, Selectable } from 'kysely';

/**
 * The rows of both engines, in types that both give back unchanged, so that no codec is needed:
 * times are RFC 3339 UTC text with milliseconds (sorts as text, is the wire's form), flags are 0 or 1,
 * `…_json` columns are JSON text.
 */
export interface Tables {
  publishers: PublishersTable;
  members: MembersTable;
  tokens: TokensTable;
  nodes: NodesTable;
  versions: VersionsTable;
  app_nodes: AppNodesTable;
  reviews: ReviewsTable;
  places: PlacesTable;
  search_texts: SearchTextsTable;
  preempted_names: PreemptedNamesTable;
  app_node_claims: AppNodeClaimsTable;
  rule_counts: RuleCountsTable;
  declarations: DeclarationsTable;
  download_days: DownloadDaysTable;
  download_marks: DownloadMarksTable;
  changes: ChangesTable;
  jobs: JobsTable;
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
}

interface PublishersTable {
  id: string;
  profile_json: string;
  status: PublisherStatus;
  created_at: string;
  /** Deleted publishers stay as rows so that nobody else ever gets their id. */
  deleted_at: string | null;
  /** When a version of it first became Active; never changed afterwards. */
  approved_at: string | null;
}

interface MembersTable {
  id: string;
  publisher_id: string;
  user_id: string;
  role: MemberRole;
  created_at: string;
}

interface TokensTable {
  id: string;
  publisher_id: string;
  /** The user who made it; null when nobody knows, and then it is revoked. */
  maker_id: string | null;
  sha256: string;
  masked: string;
  request_json: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface NodesTable {
  /** The id in lower case: what is unique and what is looked up. */
  key: string;
  /** The id as it was first written. */
  id: string;
  publisher_id: string;
  /** Its first publisher, under whose id its packages stay when the node changes hands. */
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
  /** Which writing of download counts was the last to count this node; 0 when none was. */
  counted: number;
  /** Its place in the list of all nodes. */
  ordinal: number;
  /**
   * From here on the entry: what lists look up, sort and count, derived from all other tables and never written
   * by hand. 1 while the node and its publisher are Active.
   */
  listed: number;
  /** How many versions and app-nodes of the node are listed. */
  listed_versions: number;
  listed_app_nodes: number;
  /** In lower case; the id of a node without a name. */
  name: string;
  search_ranking: number;
  /** Each in lower case between line feeds; empty when nothing is declared, which is to run everywhere. */
  supported_os: string;
  supported_accelerators: string;
  /** The range as it was declared, or empty. */
  supported_app_version: string;
  /** How much of an answer it takes, in bytes. */
  bytes: number;
  /** In lower case, or empty. */
  repository: string;
  /** By which revision of the code the entry was derived. */
  entry_revision: number;
}

interface VersionsTable {
  id: string;
  node_key: string;
  version: string;
  /** Orders bytewise as SemVer precedence, and is equal where the number is. */
  sort_key: string;
  /** 0; in a registry that held several versions of one number before numbers were unique, their count so far. */
  duplicate: number;
  prerelease: number;
  metadata_json: string;
  tags_admin_json: string;
  deprecated: number;
  status: NodeVersionStatus;
  status_reason: string | null;
  /** While it is Deleted, since when; null when that is not known. */
  deleted_at: string | null;
  extract_status: ExtractStatus;
  created_at: string;
  upload_deadline: string;
  /** The token of the last publish; null when that was before tokens were noted. */
  upload_token_id: string | null;
  /** The three are set together, once, when the package is stored. */
  package_sha256: string | null;
  package_bytes: number | null;
  stored_at: string | null;
  /** Null until the package was checked, and until its app-nodes were read. */
  verdict_json: string | null;
  /** How often each rule found something, by the verdict: what lists show of it. */
  found_json: string;
  extraction_json: string | null;
  /** Its place in the list of all versions, from when its package is stored. */
  ordinal: number | null;
}

interface AppNodesTable {
  version_id: string;
  name: string;
  definition_json: string;
  /** Its place in the list of all app-nodes. */
  ordinal: number;
}

interface ReviewsTable {
  node_key: string;
  user_id: string;
  star: number;
  created_at: string;
}

/** The lists whose items keep their places. */
export type PositionedList = 'nodes' | 'versions' | 'app_nodes';

interface PlacesTable {
  list: PositionedList;
  /** The highest place that was ever taken. */
  last: number;
  /** How many places hold something that is listed. */
  listed: number;
  /** How many items a page holds at most; see `page-size.ts`. */
  page_max: number;
}

interface SearchTextsTable {
  ordinal: number;
  /** Where the node comes among those that a search looks at, lowest first; see `search-place.ts`. */
  place: number;
  /** Both in lower case, their parts between line feeds. */
  search_text: string;
  app_node_names: string;
}

interface PreemptedNamesTable {
  name: string;
  node_key: string;
}

/** When a node first had an app-node of this name in an Active version; never changed afterwards. */
interface AppNodeClaimsTable {
  name: string;
  node_key: string;
  first_active_at: string;
}

/** What a rule of a ruleset found so far; see `rows/rule-counts.ts`. */
interface RuleCountsTable {
  /** Its version. */
  ruleset: string;
  rule: string;
  versions: number;
  held: number;
  latest_version_id: string;
}

/** One for each combination, with the number of nodes that have it; columns as those of nodes. */
interface DeclarationsTable {
  /** The combination itself can be longer than a key may be. */
  id: number;
  listed: number;
  supported_os: string;
  supported_accelerators: string;
  supported_app_version: string;
  nodes: number;
}

/** A day in UTC on which something was installed; removed when it is over. */
interface DownloadDaysTable {
  day: string;
  /** By which the clients of the day are hashed. */
  salt: string;
  /** How many marks the day has. */
  marks: number;
}

/** A client that installed a version on this day, as one hash of both. */
interface DownloadMarksTable {
  day: string;
  mark: string;
}

interface ChangesTable {
  seq: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  node_key: string | null;
  before_json: string | null;
  after_json: string | null;
  reason: string | null;
  request_id: string | null;
}

interface JobsTable {
  kind: string;
  subject: string;
  run_at: string;
  attempts: number;
  /** Who runs it and until when nobody else may; both null while it waits. */
  lease: string | null;
  leased_until: string | null;
  last_error: string | null;
}

/** Owned by the accounts library, in its naming, as the three below. */
interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: number;
  image: string | null;
  createdAt: string;
  updatedAt: string;
  role: string | null;
  banned: number | null;
  banReason: string | null;
  banExpires: string | null;
}

interface SessionTable {
  id: string;
  userId: string;
  /** The SHA-256 of the token, in hexadecimal. */
  token: string;
  expiresAt: string;
}

/** How a user signs in: with us by a password alone. */
interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  /** Its hash. */
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Codes that the accounts library sends out; nothing here asks it to. */
interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
