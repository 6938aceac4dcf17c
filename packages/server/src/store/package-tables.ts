// What is kept of packages besides their bytes and their app-nodes. See tables.ts.

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
