/** What the command line accepts, however much a registry or a file offers. */
export const bounds = {
  /** A lock of 200 nodes with 1,000 files each has about 25 MiB. */
  lockBytesMax: 64 * 1024 ** 2,
  workflowBytesMax: 32 * 1024 ** 2,
  /** Its lists and objects, each of which takes a hundred times its two bytes once it is read. */
  workflowPartsMax: 2_000_000,
  /** A registry says its own limits; these are the most that it can say. */
  packageBytesMax: 1024 ** 3,
  unpackedBytesMax: 8 * 1024 ** 3,
  entriesMax: 200_000,
  /** What stays free of the disk. */
  freeBytesMin: 64 * 1024 ** 2,
  ratioMax: 1_000,
  versionsMax: 10_000,
  /** Of one node, as in the registry. */
  requirementsMax: 1_000,
  downloadsAtOnce: 4,
} as const;
