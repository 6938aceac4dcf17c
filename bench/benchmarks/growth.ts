import { setTimeout } from 'node:timers/promises';
import { type SizedRegistry, measureOverHttp } from '../growth/measure-over-http.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';
import type { Row } from '../report/row.ts';
import { startServer } from '../fixture/open-fixture.ts';
import { residentMegabytes } from '../servers/resident-megabytes.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';

const restMs = 2_000;

/** The same requests on registries of several times the catalogue, each against the smallest. */
export const growth: Benchmark = async ({ settings, catalogue }) => {
  if (catalogue === undefined) throw new Error('growth needs --catalogue <catalogue.jsonl>');
  const registries: SizedRegistry[] = [];
  for (const times of settings.sizes) {
    registries.push({ name: `${times} ×`, folder: await registryOfSize(catalogue, times) });
  }
  return [
    ...(await measureRest(registries, settings)),
    ...(await measureOverHttp(registries, settings, 'warm')),
    ...(await measureOverHttp(registries, settings, 'cold')),
  ];
};

const measureRest = async (registries: readonly SizedRegistry[], { rounds }: Settings): Promise<Row[]> => {
  const start = ({ folder }: SizedRegistry) => startServer({ DATA_DIR: folder }, 'server');
  return [
    ...(await compare(
      { task: 'start', unit: 's', better: 'lower', rounds },
      ...registries.map((registry) => ({
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
    ...(await compare(
      { task: 'memory at rest', unit: 'MiB', better: 'lower', rounds: 1 },
      ...registries.map((registry) => ({
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
