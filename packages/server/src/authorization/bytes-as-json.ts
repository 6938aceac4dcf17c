/** How many bytes a value takes as JSON in UTF-8; 0 when there is none. */
export const bytesAsJson = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
