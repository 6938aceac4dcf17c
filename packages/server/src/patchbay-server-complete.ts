#!/usr/bin/env node
// Completion in bash: `complete -C patchbay-server-complete patchbay-server`. Bash puts the line into the environment.
import { completeLine } from './commands/complete-line.ts';

const { COMP_LINE: line = '', COMP_POINT: point = line.length } = process.env;
for (const word of await completeLine(line.slice(0, Number(point)))) process.stdout.write(`${word}\n`);
