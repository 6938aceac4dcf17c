import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLinePage } from './command-line-page.ts';

/** Writes `docs/command-line.md`, which is checked in so that it can be read. */
writeFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), commandLinePage());
