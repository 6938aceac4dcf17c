import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.ts';

/** Writes the page of commands, which is checked in so that it can be read. */
writeFileSync(new URL('../../../docs/commands.md', import.meta.url), commandsPage());
