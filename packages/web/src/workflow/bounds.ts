/** What the site reads and draws of a workflow, however much its file holds. */
export const bounds = {
  /** Read at once, in a fraction of a second. */
  charsMax: 8 * 1024 ** 2,
  /** Lists and objects, each of which takes a hundred times its two bytes. */
  partsMax: 500_000,
  drawingsMax: 20,
  /** Of a box, on each side. */
  socketsMax: 24,
  coordinateMax: 1_000_000,
  sizeMax: 5_000,
  /** Lines of a list. The list to download has all. */
  shownMax: 200,
} as const;

/** What is drawn of all graphs of a file together. A graph whose sockets do not fit is drawn without them. */
export interface DrawnMax {
  boxes: number;
  cables: number;
  groups: number;
  sockets: number;
}

export const drawnByBrowser: DrawnMax = { boxes: 2_000, cables: 4_000, groups: 1_000, sockets: 3_000 };

/** Drawn at once, in a fraction of the time that a request may hold the thread of all others. */
export const drawnByServer: DrawnMax = { boxes: 500, cables: 1_000, groups: 100, sockets: 2_000 };
