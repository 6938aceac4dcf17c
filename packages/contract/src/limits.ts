/** The limits of the interface, each in the unit at the end of its name. */
export const limits = {
  nameCharsMax: 200,
  descriptionCharsMax: 10_000,
  changelogCharsMax: 50_000,
  deprecationMessageCharsMax: 1_000,
  definitionCharsMax: 200_000,
  /** The maximum length of a registered tag (RFC 5646, section 4.4.1). */
  languageTagCharsMax: 35,
  urlCharsMax: 2_048,
  emailCharsMax: 320,
  listItemsMax: 100,
  dependenciesMax: 1_000,
  appNodeNameCharsMax: 500,
  appNodesMax: 5_000,
  outputsMax: 1_000,
  bulkItemsMax: 1_000,
  bulkIdentifierCharsMax: 200,
  /** Nodes besides the first that a response names for an app-node. */
  candidatesMax: 9,
  /** App-nodes of the host itself that a profile names. */
  builtInAppNodesMax: 10_000,
  pageSizeDefault: 10,
  pageSizeMax: 100,
  cataloguePageSizeMax: 1_000,
  /** For a list that is a bare array. Also its default, for clients that expect the whole list. */
  barePageSizeMax: 1_000,
  changesPageSizeDefault: 100,
  changesPageSizeMax: 1_000,
  /** Of an answer with public changes, after the first one. */
  publicChangesBytesMax: 1024 * 1024,
  /** How long a request waits for a change, and how many wait in a process, of all clients and of one. */
  waitSecondsMax: 30,
  waitingMax: 2_000,
  waitingOfClientMax: 100,
  /** Installed nodes of all requests that wait in a process. */
  watchedNodesMax: 200_000,
  /** Changes after which the whole catalogue is sent instead of what changed. */
  catalogueChangesMax: 1_000,
  /** Changes of one publisher on a page of its history. */
  auditPageSizeMax: 50,
  /** How long an invitation can be accepted, how many of a publisher are open, and of how many an address is told. */
  invitationDays: 7,
  invitationsMax: 50,
  invitationMailsOfAddressMax: 10,
  /** How long a proposal waits for a second moderator, and how many wait at once. */
  proposalDays: 7,
  proposalsMax: 200,
  /** Sign-ins of an account that are kept, and as many failed ones, each for so long. */
  signInsKept: 100,
  signInDaysKept: 90,
  /** What statistics count: the days, and the changes of them, the last ones. */
  statisticsDays: 30,
  statisticsChangesMax: 50_000,
  appNodePageSizeMax: 1_000,
  /** Files of a package that are listed, and items on a page of them. */
  packageFilesMax: 20_000,
  /** The list of them, as JSON. */
  packageFilesBytesMax: 4 * 1024 * 1024,
  /** Downloads by day: how many days a response has, and how long they are kept. */
  downloadDaysDefault: 30,
  downloadDaysMax: 366,
  downloadDaysKept: 731,
  /** How many versions up to the one asked for the history of an app-node is read from. */
  historyVersionsMax: 30,
  /** With what they changed: how many versions are on a page, and how many app-nodes are listed for each. */
  changedVersionsMax: 50,
  changedAppNodesMax: 100,
  /** The maximum number of nodes in one request by id. */
  nodeIdsMax: 1_000,
  /** Unknown query parameters: how many a response names, and how much of each. */
  unknownParametersMax: 10,
  unknownParameterCharsMax: 40,
  /** The lifetime of a moderator token. */
  moderatorTokenSeconds: 60 * 60,
  /** The lifetime of a device code, how often a device may poll with it, and how many wait for approval at once. */
  deviceCodeSeconds: 10 * 60,
  devicePollSecondsMin: 5,
  deviceCodesMax: 10_000,
  deviceCodesOfAddressMax: 20,
  /** A sign-in with an external provider: its lifetime, how many are under way at once, and the answer of the provider. */
  externalSignInSeconds: 10 * 60,
  externalSignInsMax: 10_000,
  externalSignInsOfAddressMax: 100,
  externalQueryCharsMax: 8_192,
  /** A password that is set. Older ones may be shorter. */
  passwordCharsMin: 12,
  passwordCharsMax: 128,
  /** How long the link in a message is good: one to set a new password, and any other. */
  resetLinkMinutes: 30,
  accountLinkHours: 24,
  /** How many sessions an account has at once, how long one lasts without being used, and how long at most. */
  sessionsMax: 100,
  sessionIdleDays: 30,
  sessionDaysMax: 90,
  /** How long after a person proved who they are a session may do what cannot be undone. */
  recentSignInSeconds: 30 * 60,
  /** How long a sign-in waits for its second factor, and how many recovery codes and passkeys an account has. */
  pendingSignInSeconds: 5 * 60,
  recoveryCodesMax: 10,
  passkeysMax: 10,
  /** Downloads of a node from which its owners need a second factor. */
  popularDownloadsMin: 100_000,
  /** How long a message to a person is tried to be sent, and how many wait: all of them, and those to one address. */
  mailDeadlineHours: 24,
  mailsWaitingMax: 10_000,
  mailsOfAddressWaitingMax: 20,
  /** Where no mail server is set: how many messages are kept as files, the newest ones. */
  outboxFilesMax: 1_000,
  /** How many results a search has, the best ones. */
  searchedNodesMax: 10_000,
  /** How often receiving, checking or extracting a package is attempted before it fails for good. */
  packageAttemptsMax: 5,
  /** The same for a package that took too much time or memory: it will again. */
  heavyAttemptsMax: 2,
  /** The default and the maximum lifetime of a personal access token that is not unlimited. */
  tokenDaysDefault: 90,
  tokenDaysMax: 366,
  /** Leaked tokens that a scanner reports at once. */
  leakedTokensMax: 100,
  /** Of a token of a CI job: its length, its age, by how much the clocks of its issuer may differ, and what it is exchanged for. */
  identityTokenCharsMax: 16 * 1024,
  identityTokenHoursMax: 24,
  identityClockSecondsMax: 60,
  trustedTokenSeconds: 15 * 60,
  /** Of a rule for such tokens. */
  repositoryNameCharsMax: 400,
  trustedWorkflowsMax: 10,
  environmentCharsMax: 255,
  trustedClaimsMax: 10,
  claimCharsMax: 1_000,
  /** How long after its deletion a moderator can restore a version. */
  undoDaysMax: 30,
  /**
   * The size of the URL and headers of a request: a list takes up to 1,000 ids of nodes. It is below the 64 KiB that
   * the runtime reads at once, so that it can usually tell which of the two is too long.
   */
  headBytesMax: 60 * 1024,
  /** Parameters of a query, with room for others beside the ids of nodes. */
  queryParametersMax: 1_100,
  /** How many faults of a request an error names. */
  faultsMax: 20,
  /** Keys of any object in a body, including ignored objects. */
  objectKeysMax: 1_000,
  /** The default size of a JSON body. Packages have a separate limit, `PACKAGE_BYTES_MAX`. */
  bodyBytesMax: 256 * 1024,
  formBytesMax: 8 * 1024,
  formFieldsMax: 100,
  bulkBodyBytesMax: 512 * 1024,
  /** For a publish, an update and app-nodes. */
  metadataBodyBytesMax: 1024 * 1024,
  /** Keys of all objects in one JSON body together, those included that are ignored: they take the longest to parse. */
  bodyKeysMax: 10_000,
  /** Of a body with the app-nodes of a version, which are many. */
  appNodesBodyKeysMax: 80_000,
  /** Lists and objects in one JSON body, one in the other or side by side. */
  bodyContainersMax: 160_000,
  /** Of the file of a workflow, which holds much besides its nodes. */
  workflowBytesMax: 4 * 1024 * 1024,
  workflowKeysMax: 400_000,
  /** Names of app-nodes in it, and nodes that it names. */
  workflowNamesMax: 5_000,
  workflowNodesMax: 500,
  idempotencyKeyCharsMax: 255,
  /** How long a request is remembered by its key. */
  idempotencyHours: 24,
  /** How long the answer to a repeatable one is given again; it can hold a URL that ends after 15 minutes. */
  repeatableAnswerSeconds: 5 * 60,
  /** An answer as it is kept, encrypted. */
  keptAnswerBytesMax: 64 * 1024,
  /** Of one account, the newest ones. */
  keptAnswersMax: 1_000,
  uploadBytesPerSecondMin: 16 * 1024,
  /** Uploads that a process takes at once, and those of one publisher. */
  uploadsMax: 256,
  uploadsOfPublisherMax: 16,
  /** Webhooks of the whole registry, and events of one webhook that wait beside the log. */
  registryWebhooksMax: 20,
  webhookEventsWaitingMax: 1_000,
  /** How long an attempt may take, and an event is attempted again. */
  webhookAttemptSeconds: 10,
  webhookDeadlineHours: 72,
  /** How long a webhook may fail without a success before it is turned off. */
  webhookFailingHours: 120,
  /** For how long the secret before is used beside a new one. */
  webhookOverlapHours: 24,
  /** Deliveries of a webhook that are kept once they ended, and what is kept of an answer. */
  webhookDeliveriesKept: 200,
  webhookExcerptCharsMax: 200,
  /** The body of a delivery; a larger one is sent without the values before and after the change. */
  webhookBodyBytesMax: 64 * 1024,
  /** How long one upload URL is valid. */
  uploadUrlSeconds: 15 * 60,
  /** How long after the last publish the package may still arrive, with a fresh URL. */
  packageArrivalHours: 24,
  /** How long a request may take, a package included: a slow connection may need this long for one. */
  requestSecondsMax: 15 * 60,
  /** Requests on one connection. No client that we know sends more than a few before it reads a response. */
  pipelinedRequestsMax: 32,
  /** Requests of a connection, after which it is closed. */
  requestsOfConnectionMax: 10_000,
  /** Requests of one client that a process works on at once, and those that wait for them. */
  requestsUnderWayMax: 8,
  requestsWaitingMax: 256,
  /** What waits in a process: requests for large responses, and passwords to be hashed, each for a tenth of a second. */
  largeResponsesWaitingMax: 1_000,
  passwordsWaitingMax: 50,
  /** How much of a request is worth one token of a rate: items of a list or a bulk, and bytes of a JSON body. */
  itemsPerToken: 100,
  bodyBytesPerToken: 16 * 1024,
  /**
   * On IPv6, all addresses of a /48 together have this many times the rate of one: it has room for 65,536, and is given
   * to one customer as often as it is shared by many.
   */
  rateFactorOfSite: 32,
  /** A node's metadata as UTF-8 JSON, without its translations. */
  nodeMetadataBytesMax: 64 * 1024,
  translationsBytesMax: 64 * 1024,
  versionMetadataBytesMax: 64 * 1024,
  appNodeBytesMax: 256 * 1024,
  /** All app-nodes of one version. */
  appNodesBytesMax: 16 * 1024 * 1024,
  /** What is read of a readme, and what is kept of it, as JSON. */
  readmeSourceBytesMax: 512 * 1024,
  readmeBytesMax: 256 * 1024,
  readmeDepthMax: 32,
  /** Pictures of a readme that are in the package: how many are shown, and which. */
  readmePicturesMax: 50,
  readmePictureBytesMax: 4 * 1024 * 1024,
  readmePicturePixelsMax: 16 * 1024 * 1024,
  /** What is kept of the problems of an extraction: how many, and how much of each text. */
  problemsMax: 100,
  problemCharsMax: 1_000,
  /** The text of a report, and that of its answer. */
  reportCharsMax: 2_000,
  /** Names of app-nodes that one change of the log repeats, the first ones. */
  loggedNamesCharsMax: 16_000,
  /** The JSON of one bulk or page. */
  answerBytesMax: 32 * 1024 * 1024,
  /** After which a search is ended: in processor time where the server itself searches. */
  searchSecondsMax: 1,
  /** After which any other read is ended. */
  readSecondsMax: 10,
  searchWordsMax: 8,
  searchWordCharsMax: 64,
  /** Of an answer to a search: the app-nodes by which a node was found. */
  searchMatchesMax: 3,
  /** Types of sockets that a search asks for, of each kind. */
  searchSocketsMax: 8,
  /** Values of a facet that an answer counts. */
  facetValuesMax: 20,
  suggestionsDefault: 8,
  suggestionsMax: 20,
  /** The indexed text of one node: its own texts, and the names of its app-nodes. */
  searchTextCharsMax: 4_000,
  searchedNamesCharsMax: 16_000,
} as const;
