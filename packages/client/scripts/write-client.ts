import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateClient } from './generate-client.ts';

/** Writes the functions and types of the endpoints, which are checked in so that they can be read. */
const root = join(import.meta.dirname, '..', 'src', 'generated');
for (const [name, text] of await generateClient()) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
