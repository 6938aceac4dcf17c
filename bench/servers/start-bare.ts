import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from './pin.ts';
import { type RunningProcess, startProcess } from './start-process.ts';

const script = fileURLToPath(new URL('bare.ts', import.meta.url));

/** The response of a server, without the headers that `node:http` adds by itself. */
export interface BareAnswer {
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/** Starts the bare server in one of its modes with this response. */
export const startBare = async (
  mode: 'send' | 'parse' | 'not-modified' | 'stream' | 'store',
  { headers = json, body = '' }: BareAnswer,
  core: Core = 'server',
): Promise<RunningProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  await writeFile(join(folder, 'headers'), JSON.stringify(headers));
  await writeFile(join(folder, 'body'), body);
  const process = await startProcess([script, mode, folder], { core });
  return {
    ...process,
    async [Symbol.asyncDispose]() {
      await process[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
