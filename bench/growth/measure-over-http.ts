import { type Contender, compare, compareRounds, playRounds } from '../benchmarks/compare.ts';
import { throughputOnce } from '../benchmarks/throughput.ts';
import type { Row } from '../report/row.ts';
import { type Stage, setStage, startServer } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { publishes } from '../fixture/requests.ts';
import { type Settings, writers } from '../settings.ts';
import { growthReads } from './growth-reads.ts';
import { importRate } from './import-rate.ts';
import { type Sample, sampleRegistry } from './sample-registry.ts';
import { type Spent, spend } from './spend.ts';

const sampled = 2_000;

/** A data folder, and the name of its registry in the results. */
export interface SizedRegistry {
  name: string;
  folder: string;
}

interface Played {
  name: string;
  stage: Stage;
  sample: Sample;
}

/** Reads, and with the response cache also writes, on one server for each registry, all running at once. */
export const measureOverHttp = async (
  registries: readonly SizedRegistry[],
  settings: Settings,
  kept: 'warm' | 'cold',
): Promise<Row[]> => {
  const environment = kept === 'cold' ? { CACHE_BYTES: '0' } : {};
  await using servers = new AsyncDisposableStack();
  const played: Played[] = [];
  for (const { name, folder } of registries) {
    const server = servers.use(await startServer({ DATA_DIR: folder, ...environment }, 'server'));
    played.push({ name, stage: await setStage(server, folder), sample: sampleRegistry(folder, sampled) });
  }
  const rows: Row[] = [];
  for (const { task, requests } of growthReads) {
    const contenders: Contender<Spent>[] = [];
    for (const { name, stage, sample } of played) {
      const asked = requests(stage, sample);
      await probe(stage.process.port, asked);
      // Each once, so that everything cacheable is cached when the rounds start, however slow the first time is.
      await throughputOnce(stage.process, asked, settings.connections);
      contenders.push({ name, measure: () => spend(stage.process, asked, settings) });
    }
    const rounds = await playRounds(settings.rounds, contenders);
    const figures = (pick: (spent: Spent) => number) =>
      rounds.map(({ name, figures: spent }) => ({ name, figures: spent.map(pick) }));
    rows.push(
      ...compareRounds(
        { task: `${task}, ${kept}: processor`, unit: 'µs/request', better: 'lower' },
        figures(({ processorMicroseconds }) => processorMicroseconds),
      ),
      ...compareRounds(
        { task: `${task}, ${kept}`, unit: 'requests/s', better: 'higher' },
        figures(({ perSecond }) => perSecond),
      ),
    );
  }
  return kept === 'cold' ? rows : [...rows, ...(await measureWrites(played, settings))];
};

const measureWrites = async (played: readonly Played[], { rounds, writes }: Settings): Promise<Row[]> => [
  ...(await compare(
    { task: 'publish', unit: 'requests/s', better: 'higher', rounds },
    ...played.map(({ name, stage }) => ({
      name,
      measure: () => throughputOnce(stage.process, publishes(stage, writes), writers),
    })),
  )),
  ...(await compare(
    { task: 'import', unit: 'nodes/s', better: 'higher', rounds: Math.min(rounds, 3) },
    ...played.map(({ name, stage }) => ({
      name,
      measure: () => importRate(stage.process, Math.ceil(writes / 10)),
    })),
  )),
];
