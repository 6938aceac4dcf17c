import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Row } from '../report/row.ts';
import { openFixture } from '../fixture/open-fixture.ts';
import { publishes } from '../fixture/requests.ts';
import { pin } from '../servers/pin.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { throughputOnce } from './throughput.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../servers/flush-loop.ts', import.meta.url));

/** Publishes, each durable before its response, against how often the same disk can flush 4 KiB for one writer. */
export const durability: Benchmark = async ({ settings, engines }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    await using fixture = await openFixture({ engine });
    const publish = (writers: number) => ({
      name: `ours, ${engine.name}, ${writers === 1 ? 'one writer' : `${writers} writers`}`,
      measure: () => throughputOnce(fixture.process, publishes(fixture, settings.writes), writers),
    });
    rows.push(
      ...(await compare(
        { task: 'durable publish', unit: 'per second', better: 'higher', rounds: settings.rounds },
        { name: 'flushes of the disk', measure: () => flushRate(fixture.folder, settings.seconds) },
        publish(1),
        publish(16),
      )),
    );
  }
  return rows;
};

/** Flushes of 4 KiB a second on the disk of the folder. */
export const flushRate = async (folder: string, seconds: number): Promise<number> => {
  const [command, ...args] = pin('server', [process.execPath, script, folder, String(seconds)]);
  return Number((await run(command, args)).stdout);
};
