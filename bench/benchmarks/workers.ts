import { openFixture } from '../fixture/open-fixture.ts';
import { get, mixed } from '../fixture/requests.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { rowsOrNote } from './rows-or-note.ts';
import { throughput, throughputOnce } from './throughput.ts';

/** Two processes against one. Nothing is pinned to a core, and the load generator takes its share of all. */
export const workers: Benchmark = async ({ settings, engines }) => {
  const rows = [];
  for (const engine of engines) {
    const { name } = engine;
    rows.push(
      ...(await rowsOrNote('two processes', `ours, ${name}`, async () => {
        await using two = await openFixture({ engine, environment: { WORKERS: '2' }, core: 'any' });
        await using one = await openFixture({ engine, core: 'any' });
        const base = `one process, ${name}`;
        const subject = `two processes, ${name}`;
        const comparison = { unit: 'requests/s', better: 'higher', rounds: settings.rounds } as const;
        const read = (fixture: typeof one) => () =>
          throughput(fixture.process, get(`/nodes/${fixture.nodeId}`), settings, 'any');
        const mix = (fixture: typeof one) => () =>
          throughputOnce(fixture.process, mixed(fixture, settings.writes * 5), settings.connections, 'any');
        return [
          ...(await compare(
            { task: 'node', ...comparison },
            { name: base, measure: read(one) },
            { name: subject, measure: read(two) },
          )),
          ...(await compare(
            { task: '95 node reads, 5 publishes', ...comparison },
            { name: base, measure: mix(one) },
            { name: subject, measure: mix(two) },
          )),
        ];
      })),
    );
  }
  return rows;
};
