// What is kept of packages besides their bytes and their app-nodes, and what is derived to be read. See tables.ts.

/** What the packages of versions say to readers. */
export interface ReadmesTable {
  version_id: string;
  readme_json: string;
  bytes: number;
}

/** The files of the package of a version, where they were listed. It takes less than the package. */
export interface FileListsTable {
  version_id: string;
  /** As `ListedFile`, in the order of paths. */
  files_json: string;
  /** 0 if the package has more. */
  are_all: number;
}

/**
 * What the public sees of listed nodes and of Active versions, as JSON. Derived and never needed: the database deletes
 * a row when what it shows changes, whoever changes it, and what is missing is rendered again.
 */
export interface DocumentsTable {
  /** `node/<key>` or `version/<node key>@<sort key>`; of several versions of one number there is none. */
  key: string;
  node_key: string;
  json: string;
  /** The code and the profile that rendered it. */
  revision: string;
}
