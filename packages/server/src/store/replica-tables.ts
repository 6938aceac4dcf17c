// What comes from other registries.

/** A registry that this one follows. */
export interface SourcesTable {
  /** Its URL, or the folder of a set. */
  source: string;
  /** How far it was read, as its reader has it. */
  position_json: string;
  /** As of when all that it shows is here; null until then. */
  synced_at: string | null;
  asked_at: string | null;
  /** Why it could not be read the last time; null if it could. */
  failure: string | null;
}

/** A publisher or a node that comes from a source, and not from a caller of this registry. */
export interface ReplicasTable {
  resource: 'publisher' | 'node';
  /** Of a node, its key. */
  id: string;
  source: string;
  /** The source, if this registry has names of its own in front of it: what a node shows. */
  upstream: string | null;
  /** At the source, when it was last read. Where the row of the node differs, a moderator of this registry decided. */
  status: string;
  /** Of what the source said. */
  digest: string;
  /** When the source changed a node, as far as it tells. */
  source_updated_at: string | null;
  /** The last pass through the source that met it. */
  round: number;
}

/** A version that comes from a source, with where its package is. */
export interface ReplicatedVersionsTable {
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
}
