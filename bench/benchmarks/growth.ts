import { setTimeout } from 'node:timers/promises';
import { importRate } from '../growth/import-rate.ts';
import { growthReads } from '../growth/growth-reads.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';
import { sampleRegistry } from '../growth/sample-registry.ts';
import type { Row } from '../report/row.ts';
import { demandSettings } from '../scene/not-offered.ts';
import { type Stage, setStage, startServer } from '../scene/open-scene.ts';
import { probe } from '../scene/probe.ts';
import { publishes } from '../scene/requests.ts';
import { residentMegabytes } from '../servers/resident-megabytes.ts';
import { type Settings, writers } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { type Comparison, type Contender, compare } from './compare.ts';
import { rowsOrNote } from './rows-or-note.ts';
import { throughput, throughputOnce } from './throughput.ts';

const sampled = 2_000;
const restMs = 2_000;

interface Registry {
  name: string;
  folder: string;
}

/** The same on registries of several times the catalogue, each against the smallest. */
export const growth: Benchmark = async ({ settings, catalogue }) => {
  if (catalogue === undefined) throw new Error('growth needs --catalogue <catalogue.jsonl>');
  const registries: Registry[] = [];
  for (const times of settings.sizes) {
    registries.push({ name: `${times} ×`, folder: await registryOfSize(catalogue, times) });
  }
  return [
    ...(await measureRest(registries, settings)),
    ...(await measureServers(registries, settings, {})),
    ...(await rowsOrNote('cold', '', () => {
      demandSettings({ CACHE_BYTES: '0' });
      return measureServers(registries, settings, { CACHE_BYTES: '0' });
    })),
  ];
};

const measureRest = async (registries: readonly Registry[], { rounds }: Settings): Promise<Row[]> => {
  const start = ({ folder }: Registry) => startServer({ DATA_DIR: folder }, 'server');
  return [
    ...(await compareAll(
      { task: 'start', unit: 's', better: 'lower', rounds },
      registries.map((registry) => ({
        name: registry.name,
        measure: async () => {
          const begin = performance.now();
          const server = await start(registry);
          const seconds = (performance.now() - begin) / 1_000;
          await server[Symbol.asyncDispose]();
          return seconds;
        },
      })),
    )),
    ...(await compareAll(
      { task: 'memory at rest', unit: 'MiB', better: 'lower', rounds: 1 },
      registries.map((registry) => ({
        name: registry.name,
        measure: async () => {
          await using server = await start(registry);
          await setTimeout(restMs);
          return residentMegabytes(server.pid);
        },
      })),
    )),
  ];
};

/** Reads and writes over HTTP, on one server for each registry, all running at once. */
const measureServers = async (
  registries: readonly Registry[],
  settings: Settings,
  environment: Readonly<Record<string, string>>,
): Promise<Row[]> => {
  await using servers = new AsyncDisposableStack();
  const stages: { name: string; stage: Stage }[] = [];
  for (const { name, folder } of registries) {
    const server = servers.use(await startServer({ DATA_DIR: folder, ...environment }, 'server'));
    stages.push({ name, stage: await setStage(server, folder) });
  }
  const isCold = environment['CACHE_BYTES'] === '0';
  const rows: Row[] = [];
  const comparison = { unit: 'requests/s', better: 'higher', rounds: settings.rounds } as const;
  const samples = stages.map(({ stage }) => sampleRegistry(stage.folder, sampled));
  for (const { task, requests } of growthReads) {
    const name = isCold ? `${task}, cold` : task;
    rows.push(
      ...(await rowsOrNote(name, '', async () => {
        const contenders: Contender[] = [];
        for (const [index, { name, stage }] of stages.entries()) {
          const asked = requests(stage, samples[index] ?? { nodes: [], versions: [] });
          await probe(stage.process.port, asked);
          contenders.push({
            name,
            measure: () => throughput(stage.process, asked, settings),
          });
        }
        return compareAll({ task: name, ...comparison }, contenders);
      })),
    );
  }
  if (isCold) return rows;
  rows.push(
    ...(await compareAll(
      { task: 'publish', ...comparison },
      stages.map(({ name, stage }) => ({
        name,
        measure: () => throughputOnce(stage.process, publishes(stage, settings.writes), writers),
      })),
    )),
    ...(await compareAll(
      { task: 'import', ...comparison, unit: 'nodes/s', rounds: Math.min(settings.rounds, 3) },
      stages.map(({ name, stage }) => ({
        name,
        measure: () => importRate(stage.process, Math.ceil(settings.writes / 10)),
      })),
    )),
  );
  return rows;
};

const compareAll = (comparison: Comparison, [base, ...subjects]: readonly Contender[]): Promise<Row[]> => {
  if (base === undefined) throw new Error('there is nothing to compare');
  return compare(comparison, base, ...subjects);
};
