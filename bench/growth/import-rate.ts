import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeUpEntries } from '../fixture/filled-entry.ts';
import { moderator, serverProgram } from '../fixture/open-fixture.ts';
import { pin } from '../servers/pin.ts';
import type { RunningProcess } from '../servers/start-process.ts';

const run = promisify(execFile);

/** Nodes a second that `npm run import` adds to the running registry, including packages and checks. */
export const importRate = async ({ port }: RunningProcess, count: number): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  try {
    const path = join(folder, 'catalogue.jsonl');
    const stamp = Date.now().toString(36);
    const lines = makeUpEntries(count).map(({ entry }) =>
      JSON.stringify({ ...entry, id: `${entry.id}-${stamp}`, publisher: `${entry.publisher}-${stamp}` }),
    );
    await writeFile(path, lines.join('\n'));
    const [program, ...args] = pin('load', [process.execPath, serverProgram, 'import', path]);
    const start = performance.now();
    await run(program, [...args, '--url', `http://127.0.0.1:${port}`], {
      env: { PATH: process.env['PATH'], ...moderator },
    });
    return (count * 1_000) / (performance.now() - start);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
