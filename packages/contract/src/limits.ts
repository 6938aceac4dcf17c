/** The bounds of the interface, each in the unit its name ends with. */
export const limits = {
  nameCharsMax: 200,
  descriptionCharsMax: 10_000,
  changelogCharsMax: 50_000,
  definitionCharsMax: 200_000,
  listItemsMax: 100,
  dependenciesMax: 1_000,
  appNodeNameCharsMax: 500,
  appNodesMax: 5_000,
  bulkItemsMax: 1_000,
  bulkIdentifierCharsMax: 200,
  pageSizeDefault: 10,
  pageSizeMax: 100,
  cataloguePageSizeMax: 1_000,
  /** So many of the nodes that have the words of a search are looked at, the popular ones first. */
  searchedNodesMax: 10_000,
  /** How often a package is tried to be received, checked or read; whatever fails then has failed. */
  packageAttemptsMax: 5,
  /** One JSON body. Packages have a limit of their own, `PACKAGE_BYTES_MAX`. */
  bodyBytesMax: 4 * 1024 * 1024,
} as const;
