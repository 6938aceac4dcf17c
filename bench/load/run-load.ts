import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Core, pin } from '../servers/pin.ts';
import type { Load, LoadResult } from './load.ts';

const run = promisify(execFile);
let count = 0;

const generator = fileURLToPath(new URL('generator.ts', import.meta.url));

/** Sends the load from a process of its own. Throws on any answer with another status than the expected one. */
export const runLoad = async (load: Load, core: Core = 'load'): Promise<LoadResult> => {
  const path = join(tmpdir(), `patchbay-load-${process.pid}-${(count += 1)}.json`);
  await writeFile(path, JSON.stringify(load));
  try {
    const [command, ...args] = pin(core, [process.execPath, generator, path]);
    const { stdout } = await run(command, args, { maxBuffer: 2 ** 30 });
    return JSON.parse(stdout) as LoadResult;
  } finally {
    await rm(path, { force: true });
  }
};
