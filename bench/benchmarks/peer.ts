import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { type Requests, get, publishes } from '../fixture/requests.ts';
import { installPeers } from '../servers/install-peers.ts';
import { type RunningProcess, startProcess } from '../servers/start-process.ts';
import { writers } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { throughput, throughputOnce } from './throughput.ts';
import { publishPending, uploadRate } from './upload-rate.ts';

const script = fileURLToPath(new URL('../servers/verdaccio.ts', import.meta.url));
const peerName = 'Verdaccio';

/** Metadata reads of the same size and complete publishes of the same package, against another registry. */
export const peer: Benchmark = async ({ settings, engines: [engine] }) => {
  if (engine === undefined) throw new Error('there is no database');
  installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  try {
    await using fixture = await openFixture({ engine });
    await using verdaccio = await startProcess([script, folder], { core: 'server' });
    const data = fixture.package.toString('base64');
    const node = get(`/nodes/${fixture.nodeId}`);
    const { body } = await probe(fixture.process.port, node);
    const peerRead = get(`/${await publishOfSize(verdaccio, body.length, data)}`);
    const count = Math.ceil(settings.writes / 5);
    let fresh = 0;
    return [
      ...(await compare(
        { task: 'metadata of equal size', unit: 'requests/s', better: 'higher', rounds: settings.rounds },
        { name: peerName, measure: () => throughput(verdaccio, peerRead, settings) },
        { name: `ours, ${engine.name}`, measure: () => throughput(fixture.process, node, settings) },
      )),
      ...(await compare(
        { task: 'publish with package', unit: 'per second', better: 'higher', rounds: settings.rounds },
        {
          name: `${peerName}, not flushed`,
          measure: () => {
            const names = Array.from({ length: count }, () => `fresh-${(fresh += 1)}`);
            return throughputOnce(
              verdaccio,
              joined(names.map((name) => publication(name, '', data))),
              writers,
            );
          },
        },
        {
          name: `ours, ${engine.name}, flushed`,
          measure: async () => {
            const publish = await throughputOnce(fixture.process, publishes(fixture, count), writers);
            const upload = await uploadRate(fixture, await publishPending(fixture, count));
            // One after the other, like a publisher.
            return 1 / (1 / publish + 1 / upload);
          },
        },
      )),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const joined = (each: readonly Requests[]): Requests => ({
  requests: each.flatMap(({ requests }, body) => requests.map((request) => ({ ...request, body }))),
  bodies: each.flatMap(({ bodies }) => bodies),
});

/** The request with which an npm client publishes version 1.0.0. */
const publication = (name: string, description: string, data: string): Requests => {
  const file = `${name}-1.0.0.tgz`;
  const bytes = Buffer.from(data, 'base64');
  const shasum = createHash('sha1').update(bytes).digest('hex');
  const document = {
    _id: name,
    name,
    'dist-tags': { latest: '1.0.0' },
    versions: {
      '1.0.0': {
        name,
        version: '1.0.0',
        description,
        dist: { shasum, tarball: `http://127.0.0.1/${file}` },
      },
    },
    _attachments: {
      [file]: { content_type: 'application/octet-stream', data, length: bytes.length },
    },
  };
  return {
    requests: [{ method: 'PUT', path: `/${name}`, headers: { 'content-type': 'application/json' }, body: 0 }],
    bodies: [Buffer.from(JSON.stringify(document)).toString('base64')],
  };
};

/** Publishes a package whose metadata has this many bytes, and returns its name. */
const publishOfSize = async ({ port }: RunningProcess, bytes: number, data: string): Promise<string> => {
  const publish = async (name: string, description: string): Promise<number> => {
    await probe(port, publication(name, description, data));
    return (await probe(port, get(`/${name}`))).body.length;
  };
  const least = await publish('size-a', '.');
  const size = await publish('size-b', '.'.repeat(Math.max(1, bytes - least + 1)));
  if (size !== bytes) throw new Error(`the peer's metadata has ${size} bytes, ours ${bytes}`);
  return 'size-b';
};
