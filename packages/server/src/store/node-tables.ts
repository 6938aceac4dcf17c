import type { NodeStatus, ReportReason, ReportStatus } from '@patchbay/contract';

/** Nodes, what users say of them, what comes from other registries, and what is counted by day. */
export interface NodeTables {
  /** A node that was renamed. */
  renamed_nodes: {
    node_key: string;
    /** Its ids before the one that it has, oldest first. */
    former_ids_json: string;
  };
  nodes: {
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
  };
  /** Every id of a node that was renamed: its first, its present and those between. */
  node_ids: {
    /** In lower case. */
    id: string;
    node_key: string;
    /** As that of publishers. */
    folded_id: string;
  };
  /** What the packages of versions say to readers. */
  readmes: {
    version_id: string;
    readme_json: string;
    bytes: number;
  };
  /** The files of the package of a version, where they were listed. It takes less than the package. */
  file_lists: {
    version_id: string;
    /** As `ListedFile`, in the order of paths. */
    files_json: string;
    /** 0 if the package has more. */
    are_all: number;
  };
  /**
   * What the public sees of listed nodes and of Active versions, as JSON. A cache: triggers
   * delete a row when anything that it shows changes, and missing rows are rendered again.
   */
  documents: {
    /** `node/<key>` or `version/<node key>@<sort key>`; of several versions of one number there is none. */
    key: string;
    node_key: string;
    json: string;
    /** The code and the profile that rendered it. */
    revision: string;
  };
  reviews: {
    node_key: string;
    user_id: string;
    star: number;
    created_at: string;
  };
  reports: {
    id: string;
    node_key: string;
    /** The number of the version; null if it is about the whole node. */
    version: string | null;
    user_id: string;
    reason: ReportReason;
    text: string;
    status: ReportStatus;
    answer: string | null;
    created_at: string;
    answered_at: string | null;
  };
  /** What moderators published about something that they banned as malicious. Rows are never deleted. */
  advisories: {
    /** Dense, from 1; the last part of its id. */
    seq: number;
    /** What was banned, as the log names it. There is one for each that is not withdrawn. */
    subject: string;
    node_key: string;
    /** The number of the version; null if the node was banned. */
    version: string | null;
    /** The numbers of the affected versions, lowest first. */
    versions_json: string;
    details: string;
    published_at: string;
    modified_at: string;
    withdrawn_at: string | null;
  };
  /** A registry that this one follows. */
  sources: {
    /** Its URL, or the folder of a set. */
    source: string;
    /** How far it was read, as its reader has it. */
    position_json: string;
    /** As of when all that it shows is here; null until then. */
    synced_at: string | null;
    asked_at: string | null;
    /** Why it could not be read the last time; null if it could. */
    failure: string | null;
  };
  /** A publisher or a node that comes from a source, and not from a caller of this registry. */
  replicas: {
    resource: 'publisher' | 'node';
    /** Of a node, its key. */
    id: string;
    source: string;
    /** The source, if this registry has names of its own in front of it: what a node shows. */
    upstream: string | null;
    /** At the source, when it was last followed. Where the row of the node differs, a moderator of this registry decided. */
    status: string;
    /** Of what the source said. */
    digest: string;
    /** When the source changed a node, as far as it tells. */
    source_updated_at: string | null;
    /** The last pass through the source that met it. */
    round: number;
  };
  /** A version that comes from a source, with where its package is. */
  replicated_versions: {
    version_id: string;
    source: string;
    /** As that of a replica. */
    status: string;
    /** The address of the package at the source; null if it names none. */
    url: string | null;
    /** When the package was stored here. */
    fetched_at: string | null;
    /** When to try again to fetch it. */
    look_at: string;
    /** Why it could not be fetched, or was refused. */
    failure: string | null;
  };
  /** A day in UTC with installs; removed after the day. */
  download_days: {
    day: string;
    /** The salt of the day's client hashes. */
    salt: string;
    /** How many marks the day has. */
    marks: number;
  };
  /** A client and the version it installed on this day, as one hash. */
  download_marks: {
    day: string;
    mark: string;
  };
  /** The downloads of a node on a day, if there were any. */
  daily_downloads: {
    node_key: string;
    day: string;
    downloads: number;
  };
  /** How often something happened on a day, if it did. */
  daily_counts: {
    day: string;
    /** `downloads`, or `refused:` and the rule by which packages were refused. */
    what: string;
    count: number;
  };
  /** The last run of each; see `rows/operator-runs.ts`. */
  operator_runs: {
    run: string;
    at: string;
    faults: number;
  };
}
