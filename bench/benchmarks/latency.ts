import type { Latency } from '../load/load.ts';
import { runLoad } from '../load/run-load.ts';
import { median } from '../report/median.ts';
import type { Row } from '../report/row.ts';
import { openFixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { bulk, get } from '../fixture/requests.ts';
import { startBare } from '../servers/start-bare.ts';
import type { RunningProcess } from '../servers/start-process.ts';
import type { Benchmark } from './benchmark.ts';
import { throughput } from './throughput.ts';

const load = 0.5;
const percentiles = ['p50', 'p99', 'p999'] as const satisfies readonly (keyof Latency)[];

/** Latencies at half of our server's throughput, for both servers at the same fixed rate. */
export const latency: Benchmark = async ({ settings, engines }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    await using fixture = await openFixture({ engine });
    const tasks = [
      { task: 'node', asked: get(`/nodes/${fixture.nodeId}`), floor: 'send' },
      { task: 'bulk of 100', asked: bulk(100), floor: 'parse' },
    ] as const;
    for (const { task, asked, floor } of tasks) {
      await using bare = await startBare(floor, await probe(fixture.process.port, asked));
      await throughput(fixture.process, asked, settings);
      const perSecond = load * (await throughput(fixture.process, asked, settings));
      const { connections } = settings;
      const seconds = settings.seconds * 2;
      const measure = async ({ port }: RunningProcess) => {
        const loop = { kind: 'open', seconds, perSecond } as const;
        return (await runLoad({ port, ...asked, connections, loop })).latency;
      };
      const pairs: { base: Latency; ours: Latency }[] = [];
      for (let round = 0; round <= settings.rounds; round += 1) {
        const pair = { base: await measure(bare), ours: await measure(fixture.process) };
        if (round > 0) pairs.push(pair);
      }
      rows.push(
        ...percentiles.map((name) => rowOf(`${task}, ${name} at half load`, engine.name, name, pairs)),
      );
    }
  }
  return rows;
};

const rowOf = (
  task: string,
  engine: string,
  name: keyof Latency,
  pairs: readonly { base: Latency; ours: Latency }[],
): Row => {
  const ratios = pairs.map(({ base, ours }) => ours[name] / base[name]);
  return {
    task,
    subject: `ours, ${engine}`,
    base: 'bare node:http',
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    better: 'lower',
    value: median(pairs.map(({ ours }) => ours[name])),
    baseValue: median(pairs.map(({ base }) => base[name])),
    unit: 'ms',
  };
};
