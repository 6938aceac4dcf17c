import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { writeFileSync } from 'node:fs';

/**
 * Loaded before the command, with --import: ends the process without warning before its nth change of the file
 * system, which `KILL_AT` says. With `COUNT_INTO` it writes how many there were to that file instead.
 */
const killAt = Number(process.env['KILL_AT']);
const countInto = process.env['COUNT_INTO'];
let changes = 0;

const changing = ['mkdir', 'open', 'rename', 'rm', 'writeFile'] as const;
for (const name of changing) {
  const change = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      changes += 1;
      if (changes === killAt) process.kill(process.pid, 'SIGKILL');
      return change(...args);
    },
  });
}
syncBuiltinESMExports();

if (countInto !== undefined) process.on('exit', () => writeFileSync(countInto, String(changes)));
