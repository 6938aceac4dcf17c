import { setTimeout as wait } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import type { Chance } from './history/chance.ts';
import { temporaryData } from './make-data.ts';
import { makeDue } from './make-due.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { TestServer } from './start-server.ts';
import { until } from './until.ts';

/** How far a mirror gets in one life: so many requests, and up to so long after them. */
const lifeMax = { requests: 12, ms: 150 };

/** A mirror in a process of its own, which is killed while it follows. */
export interface KilledMirror {
  /** Resolves after so many kills. */
  kill(times: number): Promise<void>;
  /** Starts it for good, and resolves to its address. */
  start(): Promise<string>;
}

export const openKilledMirror = async (
  t: TestContext,
  source: TestServer,
  chance: Chance,
): Promise<KilledMirror> => {
  let life: ServerProcess | undefined;
  // Before its data is removed.
  t.after(async () => void (await life?.end('SIGTERM')));
  const data = await temporaryData(t);
  const environment = { ...data, MIRROR_FROM: source.url, SYNC_INTERVAL: '1' };
  let requests = 0;
  source.server.app.server.on('request', ({ headers }) => {
    if (headers['user-agent']?.startsWith('Patchbay/') === true) requests += 1;
  });
  const start = async (): Promise<ServerProcess> => {
    if (life !== undefined) await makeDue(data);
    life = await startServerProcess(environment);
    return life;
  };
  return {
    async kill(times) {
      for (let kill = 0; kill < times; kill += 1) {
        const mirror = await start();
        const enough = requests + 1 + chance.below(lifeMax.requests);
        await until(() => requests >= enough, { pollMs: 1 });
        await wait(chance.below(lifeMax.ms));
        await mirror.end('SIGKILL');
      }
    },
    start: async () => (await start()).url,
  };
};
