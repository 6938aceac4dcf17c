import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stage } from './faults.ts';
import { moderator } from './moderator.ts';
import { startServerGroup } from './server-group.ts';

/** One process on one folder, with `more` settings. */
export const openStage = async (
  more: Readonly<Record<string, string>> = {},
): Promise<Stage & AsyncDisposable> => {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'patchbay-')));
  const servers = opened.use(
    await startServerGroup([
      {
        DATA_DIR: folder.path,
        ADMIN_EMAIL: moderator.email,
        ADMIN_PASSWORD: moderator.password,
        LOG_LEVEL: 'silent',
        ...more,
      },
    ]),
  );
  const kept = opened.move();
  return { servers, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
