const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openArray, openObject] = [0x5b, 0x7b];

/** What JSON costs to parse, as far as it can be told without parsing it. */
export interface JsonCounts {
  /** Of all objects together. */
  keys: number;
  /** Lists and objects. */
  containers: number;
}

/** Counts in a fraction of the time that parsing takes. Of bytes that are no JSON the counts mean nothing. */
export const countJson = (json: Uint8Array): JsonCounts => {
  let keys = 0;
  let containers = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === colon) keys += 1;
    if (byte === openArray || byte === openObject) containers += 1;
    if (byte !== quote) continue;
    index += 1;
    while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  }
  return { keys, containers };
};
