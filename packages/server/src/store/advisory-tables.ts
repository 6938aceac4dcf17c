export interface AdvisoryTables {
  advisories: AdvisoriesTable;
}

/** What moderators published about something that they banned as malicious. Rows are never deleted. */
interface AdvisoriesTable {
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
}
