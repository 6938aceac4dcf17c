/** The bounds of the interface, each in the unit its name ends with. */
export const limits = {
  nameCharsMax: 200,
  descriptionCharsMax: 10_000,
  changelogCharsMax: 50_000,
  definitionCharsMax: 200_000,
  /** As long as any tag that is registered can be (RFC 5646, section 4.4.1). */
  languageTagCharsMax: 35,
  listItemsMax: 100,
  dependenciesMax: 1_000,
  appNodeNameCharsMax: 500,
  appNodesMax: 5_000,
  bulkItemsMax: 1_000,
  bulkIdentifierCharsMax: 200,
  pageSizeDefault: 10,
  pageSizeMax: 100,
  cataloguePageSizeMax: 1_000,
  /** Of a list that is a bare array: also its default, for clients that expect all of it. */
  barePageSizeMax: 1_000,
  changesPageSizeDefault: 100,
  changesPageSizeMax: 1_000,
  appNodePageSizeMax: 1_000,
  /** So many nodes can be asked for by their ids at once. */
  nodeIdsMax: 1_000,
  /** Names of unknown query parameters that an answer lists, and how much of each. */
  unknownParametersMax: 10,
  unknownParameterCharsMax: 40,
  /** How long a moderator's token works. */
  moderatorTokenSeconds: 60 * 60,
  /** So many of the nodes that have the words of a search are looked at, the popular ones first. */
  searchedNodesMax: 10_000,
  /** How often a package is tried to be received, checked or read; whatever fails then has failed. */
  packageAttemptsMax: 5,
  /** How long a personal access token is good when nothing is said, and at most unless it is never to end. */
  tokenDaysDefault: 90,
  tokenDaysMax: 366,
  /** How long after a version was deleted a moderator can undo it. */
  undoDaysMax: 30,
  /**
   * The address and the headers of a request: a list is asked for up to 1,000 nodes by their ids. Under the 64 KiB that
   * the runtime reads at once, so that it can mostly tell which of the two is too long.
   */
  headBytesMax: 60 * 1024,
  /** So many faults of a request are named in its refusal. */
  faultsMax: 20,
  /** Of any object in a body, those included that are ignored. */
  objectKeysMax: 1_000,
  /** One JSON body, unless its endpoint says otherwise. Packages have a limit of their own, `PACKAGE_BYTES_MAX`. */
  bodyBytesMax: 256 * 1024,
  bulkBodyBytesMax: 512 * 1024,
  /** Of a publish, an update and app-nodes. */
  metadataBodyBytesMax: 1024 * 1024,
  /** Keys of all objects in one JSON body together, those included that are ignored: they take the longest to parse. */
  bodyKeysMax: 10_000,
  /** Of a body with the app-nodes of a version, which are many. */
  appNodesBodyKeysMax: 80_000,
  /** Lists and objects in one JSON body, one in the other or side by side. */
  bodyContainersMax: 160_000,
  uploadBytesPerSecondMin: 16 * 1024,
  /** Of a node's metadata as UTF-8 JSON, its translations apart. */
  nodeMetadataBytesMax: 64 * 1024,
  translationsBytesMax: 64 * 1024,
  versionMetadataBytesMax: 64 * 1024,
  appNodeBytesMax: 256 * 1024,
  /** Of all app-nodes of one version. */
  appNodesBytesMax: 16 * 1024 * 1024,
  /** The JSON of one bulk or page. */
  answerBytesMax: 32 * 1024 * 1024,
  searchWordsMax: 8,
  searchWordCharsMax: 64,
  /** What a search reads of one node: its own texts, and the names of its app-nodes. */
  searchTextCharsMax: 4_000,
  searchedNamesCharsMax: 16_000,
} as const;
