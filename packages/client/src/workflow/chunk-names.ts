/** What one request can ask for: names, characters of each, and bytes of all as JSON. */
const max = { names: 1_000, chars: 500, bytes: 400 * 1024 } as const;

/** The names in lists that fit into one request. What is too long for the name of an app-node is left out. */
export const chunkNames = function* (names: Iterable<string>): Generator<string[]> {
  const encoder = new TextEncoder();
  let chunk: string[] = [];
  let bytes = 0;
  for (const name of names) {
    if (name.length > 2 * max.chars || Array.from(name).length > max.chars) continue;
    const more = encoder.encode(JSON.stringify(name)).length + 1;
    if (chunk.length === max.names || bytes + more > max.bytes) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(name);
    bytes += more;
  }
  if (chunk.length > 0) yield chunk;
};
