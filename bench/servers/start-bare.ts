import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from './pin.ts';
import { type RunningProcess, startProcess } from './start-process.ts';

const script = fileURLToPath(new URL('bare.ts', import.meta.url));

/** Starts the floor in one of its modes, with these bytes to answer with. */
export const startBare = async (
  mode: 'send' | 'parse' | 'not-modified' | 'stream' | 'store',
  answer: string | Buffer,
  core: Core = 'server',
): Promise<RunningProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const file = join(folder, 'answer');
  await writeFile(file, answer);
  const process = await startProcess([script, mode, file], { core });
  return {
    ...process,
    async [Symbol.asyncDispose]() {
      await process[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
