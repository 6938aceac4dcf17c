import { getNode } from '@patchbay/client';
import type { Row } from '../report/row.ts';
import { type Fixture, openFixture } from '../fixture/open-fixture.ts';
import { get, mixed, publishes, uploads } from '../fixture/requests.ts';
import { startBare } from '../servers/start-bare.ts';
import { type Settings, writers } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { throughput, throughputOnce } from './throughput.ts';
import { publishPending, uploadRate } from './upload-rate.ts';

/** Publish, upload, download and a mix, each against a bare server that moves the same bytes, durably if ours does. */
export const writes: Benchmark = async ({ settings, engines, tasks }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    await using fixture = await openFixture({ engine });
    const subject = `ours, ${engine.name}`;
    for (const [task, measure] of Object.entries(measures)) {
      if (tasks?.has(task) ?? true) rows.push(...(await measure(subject, fixture, settings)));
    }
  }
  return rows;
};

const perSecond = { unit: 'requests/s', better: 'higher' } as const;

const measurePublish = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  await using bare = await startBare('store', {});
  const publish = () => publishes(fixture, settings.writes);
  return await compare(
    { task: 'publish', ...perSecond, rounds: settings.rounds },
    {
      name: 'bare node:http, one flushed file each',
      measure: () => throughputOnce(bare, publish(), writers),
    },
    { name: subject, measure: () => throughputOnce(fixture.process, publish(), writers) },
  );
};

const measureUpload = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  await using bare = await startBare('store', {});
  const count = Math.ceil(settings.writes / 5);
  const unsigned = Array.from({ length: count }, () => 'http://127.0.0.1/');
  return await compare(
    { task: 'upload to its verdict', ...perSecond, rounds: settings.rounds },
    {
      name: 'bare node:http, one flushed file each',
      measure: () => throughputOnce(bare, uploads(fixture, unsigned), writers),
    },
    {
      name: subject,
      measure: async () => uploadRate(fixture, await publishPending(fixture, count)),
    },
  );
};

const measureDownload = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  await using bare = await startBare('stream', {
    headers: { 'content-type': 'application/zip' },
    body: fixture.package,
  });
  const requests = get(`/packages/${fixture.publisherId}/${fixture.nodeId}/1.0.0.zip`);
  return await compare(
    { task: 'download', ...perSecond, rounds: settings.rounds },
    { name: 'bare node:http, streaming the file', measure: () => throughput(bare, requests, settings) },
    { name: subject, measure: () => throughput(fixture.process, requests, settings) },
  );
};

const measureMixed = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  const requests = () => mixed(fixture, settings.writes * 5);
  const node = await getNode(fixture.registry, { nodeId: fixture.nodeId });
  await using bare = await startBare('send', { body: JSON.stringify(node) });
  return await compare(
    { task: '95 node reads, 5 publishes', ...perSecond, rounds: settings.rounds },
    {
      name: 'bare node:http, sending the node for each',
      measure: () => throughputOnce(bare, requests(), settings.connections),
    },
    { name: subject, measure: () => throughputOnce(fixture.process, requests(), settings.connections) },
  );
};

const measures = {
  publish: measurePublish,
  'upload to its verdict': measureUpload,
  download: measureDownload,
  '95 node reads, 5 publishes': measureMixed,
};
