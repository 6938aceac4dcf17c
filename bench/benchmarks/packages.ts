import { publishVersion, uploadPackage } from '@patchbay/client';
import { writeZip } from '../../packages/inspect/test/support/write-zip.ts';
import { noise } from '../fixture/noise.ts';
import { type Fixture, openFixture } from '../fixture/open-fixture.ts';
import { uploads } from '../fixture/requests.ts';
import { untilChecked } from '../fixture/until-checked.ts';
import { importRate } from '../growth/import-rate.ts';
import type { Row } from '../report/row.ts';
import { ProcessorMeter } from '../servers/processor-meter.ts';
import { startBare } from '../servers/start-bare.ts';
import type { RunningProcess } from '../servers/start-process.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { flushRate } from './durability.ts';
import { throughputOnce } from './throughput.ts';
import { publishPending } from './upload-rate.ts';

/** As many as the real catalogue has publishers with packages. */
const importedNodes = 1_747;
const packMegabytes = 4;
const definitions = 50;

/** What a package costs: processor time of all processes until it is Active, a large one, and an import. */
export const packages: Benchmark = async ({ settings, engines }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    await using fixture = await openFixture({ engine });
    const subject = `ours, ${engine.name}`;
    rows.push(...(await measureProcessor(subject, fixture, settings)));
    rows.push(...(await measurePack(subject, fixture, settings)));
    rows.push(...(await measureImport(subject, fixture, settings)));
  }
  return rows;
};

/** Uploads one after the other, so that what is counted is what each of them costs. */
const measureProcessor = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  await using bare = await startBare('store', {});
  const count = Math.ceil(settings.writes / 10);
  const unsigned = Array.from({ length: count }, () => 'http://127.0.0.1/');
  const spend = async (process: RunningProcess, work: () => Promise<unknown>): Promise<number> => {
    using meter = new ProcessorMeter(process.pid);
    const before = meter.seconds ?? Number.NaN;
    await work();
    return (((meter.seconds ?? Number.NaN) - before) * 1_000) / count;
  };
  return await compare(
    {
      task: 'upload of 100 kB to its verdict, processor time of all processes',
      unit: 'ms',
      better: 'lower',
      rounds: settings.rounds,
    },
    {
      name: 'bare node:http, one flushed file each',
      measure: () => spend(bare, () => throughputOnce(bare, uploads(fixture, unsigned), 1)),
    },
    {
      name: subject,
      measure: async () => {
        const pending = await publishPending(fixture, count);
        const urls = pending.map(({ signedUrl }) => signedUrl);
        return spend(fixture.process, async () => {
          await throughputOnce(fixture.process, uploads(fixture, urls), 1);
          await untilChecked(
            fixture.registry,
            fixture.nodeId,
            pending.map(({ version }) => version),
          );
        });
      },
    },
  );
};

/** Seconds from the first byte of the upload until the version is Active with its app-nodes. */
const measurePack = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  const pack = new Blob([Buffer.from(await writeZip(packOf(packMegabytes)))]);
  await using bare = await startBare('store', {});
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return (performance.now() - begun) / 1_000;
  };
  return await compare(
    {
      task: `upload of ${packMegabytes} MB with ${definitions} app-nodes, until Active`,
      unit: 's',
      better: 'lower',
      rounds: settings.rounds,
    },
    {
      name: 'bare node:http, one flushed file each',
      measure: () =>
        timed(() =>
          fetch(`http://127.0.0.1:${bare.port}/`, { method: 'PUT', body: pack }).then((r) => r.text()),
        ),
    },
    {
      name: subject,
      measure: async () => {
        const version = fixture.freshVersion();
        const { signedUrl } = await publishVersion(fixture.registry, {
          publisherId: fixture.publisherId,
          nodeId: fixture.nodeId,
          body: { personal_access_token: fixture.token, node: {}, node_version: { version } },
        });
        return timed(async () => {
          await uploadPackage(fixture.registry, signedUrl, pack);
          await untilChecked(fixture.registry, fixture.nodeId, [version]);
        });
      },
    },
  );
};

/** Python that defines app-nodes, and files of other kinds that nobody can compress. */
const packOf = (megabytes: number): Record<string, string> => ({
  '__init__.py': [
    ...Array.from({ length: definitions }, (_, index) => `from .node_${index} import Node${index}`),
    `NODE_CLASS_MAPPINGS = {${Array.from({ length: definitions }, (_, index) => `"Bench ${index}": Node${index}`).join(', ')}}`,
    '',
  ].join('\n'),
  ...Object.fromEntries(
    Array.from({ length: definitions }, (_, index) => [`node_${index}.py`, moduleOf(index)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: megabytes }, (_, index) => [`assets/${index}.txt`, noise(1_000_000)]),
  ),
});

const moduleOf = (index: number): string =>
  [
    'import math',
    ...Array.from(
      { length: 40 },
      (_, number) =>
        `def helper_${number}(value, scale=${number}):\n    return [math.sqrt(abs(item * scale)) for item in value if item is not None]\n`,
    ),
    `class Node${index}:`,
    '    CATEGORY = "bench"',
    '    FUNCTION = "run"',
    '    RETURN_TYPES = ("IMAGE",)',
    '    @classmethod',
    '    def INPUT_TYPES(cls):',
    '        return {"required": {"image": ("IMAGE",), "strength": ("FLOAT", {"default": 1.0, "min": 0.0})}}',
    '    def run(self, image, strength):',
    '        return (helper_1([image], strength),)',
    '',
  ].join('\n');

const measureImport = (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> =>
  compare(
    { task: `import of ${importedNodes} nodes`, unit: 'nodes/s', better: 'higher', rounds: 1 },
    { name: 'flushes of the disk', measure: () => flushRate(fixture.folder, settings.seconds) },
    // Each round adds as many nodes, so that the warm-up is a small one.
    { name: subject, measure: importOnce(fixture) },
  );

const importOnce = (fixture: Fixture): (() => Promise<number>) => {
  let round = 0;
  return () => importRate(fixture.process, (round += 1) === 1 ? 50 : importedNodes);
};
