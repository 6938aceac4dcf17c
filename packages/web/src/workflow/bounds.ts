/** What the site reads and draws of a workflow, however much its file holds. */
export const bounds = {
  /** Read at once, in a fraction of a second. */
  charsMax: 8 * 1024 ** 2,
  /** Asked for in five requests. */
  namesMax: 5_000,
  drawingsMax: 20,
  boxesMax: 2_000,
  cablesMax: 4_000,
  groupsMax: 200,
  socketsMax: 24,
  /** A drawing with more sockets shows none of them. */
  shownSocketsMax: 3_000,
  coordinateMax: 1_000_000,
  sizeMax: 5_000,
  /** Lines of a list. The list to download has all. */
  shownMax: 200,
} as const;
