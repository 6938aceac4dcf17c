import type { AppNodeDefinition } from '@patchbay/contract';
import { bytesAsJson } from './bytes-as-json.ts';

/** What app-nodes take: their names, and their definitions as JSON. */
export const definitionBytes = (definitions: Iterable<readonly [string, AppNodeDefinition]>): number => {
  let bytes = 0;
  for (const [name, definition] of definitions) bytes += Buffer.byteLength(name) + bytesAsJson(definition);
  return bytes;
};
