import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillRegistry } from '../fixture/fill-registry.ts';
import { createModerator, moderator } from '../fixture/open-fixture.ts';
import { multiplyRegistry } from './multiply-registry.ts';
import { readFilledEntries } from './read-filled-entries.ts';

const cache = fileURLToPath(new URL('../.cache/', import.meta.url));
const migrations = fileURLToPath(new URL('../../packages/server/src/store/migrations/', import.meta.url));

/** A data folder with a registry of this many times the catalogue. It is reused until a migration is added. */
export const registryOfSize = async (catalogue: string, times: number): Promise<string> => {
  const steps = (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort();
  const state = `${basename(catalogue, '.jsonl')}-${steps.at(-1)?.slice(0, 4)}`;
  const folder = join(cache, `${state}-${times}x`);
  if (existsSync(folder)) return folder;
  process.stderr.write(`generating a registry of ${times} × the catalogue …\n`);
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  if (times === 1) {
    const settings = { DATA_DIR: fresh };
    await createModerator(settings);
    await fillRegistry(settings, moderator.ADMIN_EMAIL, await readFilledEntries(catalogue));
  } else {
    const file = join(fresh, 'registry.db');
    await copyFile(join(await registryOfSize(catalogue, 1), 'registry.db'), file);
    multiplyRegistry(file, times);
  }
  // Renamed when complete, so that an interrupted one is not reused.
  await rename(fresh, folder);
  return folder;
};
