// What is counted by day.
/** A day in UTC with installs; removed after the day. */
export interface DownloadDaysTable {
  day: string;
  /** The salt of the day's client hashes. */
  salt: string;
  /** How many marks the day has. */
  marks: number;
}

/** A client and the version it installed on this day, as one hash. */
export interface DownloadMarksTable {
  day: string;
  mark: string;
}

/** The downloads of a node on a day, if there were any. */
export interface DailyDownloadsTable {
  node_key: string;
  day: string;
  downloads: number;
}

/** How often something happened on a day, if it did. */
export interface DailyCountsTable {
  day: string;
  /** `downloads`, or `refused:` and the rule by which packages were refused. */
  what: string;
  count: number;
}

/** The last run of each; see `rows/operator-runs.ts`. */
export interface OperatorRunsTable {
  run: string;
  at: string;
  faults: number;
}
