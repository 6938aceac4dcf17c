import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openapiDocument } from '../src/openapi.ts';

/** Writes `openapi.json`, which is checked in so that a change of the wire shows in the diff. */
const path = join(import.meta.dirname, '..', 'openapi.json');
writeFileSync(path, `${JSON.stringify(openapiDocument(), null, 2)}\n`);
