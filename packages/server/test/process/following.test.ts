import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { pino } from 'pino';
import { createServer } from '../../src/server.ts';
import {
  type Publisher,
  makePublisher,
  publishActive,
  publishFiles,
  publishPending,
  zip,
} from '../support/build.ts';
import { Client } from '../support/client.ts';
import { type Chance, chanceFrom } from '../support/history/chance.ts';
import { openKilledMirror } from '../support/killed-mirror.ts';
import { sized } from '../support/length.ts';
import { openEvents } from '../support/open-events.ts';
import { Replica, linesOf } from '../support/replica.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth } from '../support/variants.ts';

const writers = sized({ short: 3, long: 16 });
const movesOfEach = sized({ short: 3, long: 150 });
const mirrorKills = sized({ short: 1, long: 20 });
/** A mirror that tells nothing new for so long has all there is. */
const mirrorWaitSeconds = 10;

/** Another process of the same registry, as far as the two can tell. */
const startBeside = async ({ server, url }: TestServer) => {
  const config = { ...server.context.config, PORT: 0, PUBLIC_URL: url };
  const beside = await createServer(config, pino({ level: 'silent' }), server.context.now, {
    readers: server.context.readers,
  });
  await beside.app.listen({ port: 0, host: '127.0.0.1' });
  const address = beside.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    server: beside,
    at: `http://127.0.0.1:${address.port}`,
    // Before the first one ends and removes the database.
    [Symbol.asyncDispose]: () => beside.close(),
  };
};

const readJson = async (url: string) => {
  const response = await fetch(url);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
};

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

const blur = 'class Blur:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';

/** What one writer does at random to nodes of two publishers. Refusals are part of it. */
const writeAtRandom = async (
  server: TestServer,
  { name, beside, chance }: { name: string; beside: string; chance: Chance },
): Promise<void> => {
  const [one, other] = [await makePublisher(server, `${name}-a`), await makePublisher(server, `${name}-b`)];
  const moderator = await server.moderator();
  const nodeOf = (id: string): { id: string; owner: Publisher } => ({ id, owner: one });
  const nodes = [nodeOf(`${name}-X`), nodeOf(`${name}-y`)] as const;
  let minor = 0;
  for (const { id } of nodes) await publishFiles(server, one, id, '1.0.0', { '__init__.py': blur });
  for (let move = 0; move < movesOfEach; move += 1) {
    const chosen = chance.pick(nodes);
    const { id: node, owner } = chosen;
    const version = `1.${chance.below(minor + 1)}.0`;
    const address = `/publishers/${owner.id}/nodes/${node}`;
    const moves: (() => Promise<unknown>)[] = [
      async () => {
        minor += 1;
        const files = { '__init__.py': `${blur}MOVE = ${move}\n` };
        await publishPending(owner, node, `1.${minor}.0`)
          .then(async ({ signedUrl }) => server.anonymous.upload(signedUrl, await zip(files)))
          .catch((error: unknown) => assert.match(String(error), /AssertionError/));
      },
      () => owner.owner.put(address, { description: `Move ${move}`, tags: [`tag-${move}`] }),
      () =>
        owner.owner.put(`${address}/versions/${version}`, {
          deprecated: chance.below(2) === 0,
          deprecation_message: chance.pick([`Move ${move}.`, null]),
        }),
      () => owner.owner.put(`${address}/publishing`, { trusted_only: chance.below(3) === 0 }),
      async () => {
        const to = chance.pick([`${name}-X`, `${name}-Z`, `${name}-u${move}`, node.toUpperCase()]);
        const renamed = await owner.owner.post(`${address}/rename`, { id: to });
        if (renamed.status < 300) chosen.id = to;
      },
      () =>
        moderator.put(address, {
          search_ranking: chance.below(9),
          github_stars: chance.below(9),
          preempted_app_node_names: chance.pick([['Blur'], []]),
        }),
      () =>
        moderator.put(`/nodes/${node}/versions/${version}/app-nodes/Blur`, {
          policy: chance.pick(['AppNodePolicyBanned', 'AppNodePolicyActive']),
        }),
      () => moderator.post(`/nodes/${node}/versions/${version}/extract`),
      () => moderator.post(`/nodes/${node}/versions/${version}/check`),
      () => readJson(`${beside}/nodes?limit=100`),
      () => owner.owner.delete(`${address}/versions/${version}`),
      () =>
        owner.owner.put(`/publishers/${owner.id}`, {
          name: `Name ${move}`,
          website: chance.pick(['https://one.example.org', null]),
          description: chance.pick(['One', null]),
        }),
      () => owner.owner.put(`/nodes/${node}/translations`, { data: { de: { description: `Zug ${move}` } } }),
      () => owner.owner.post(`/nodes/${node}/reviews?star=${1 + chance.below(5)}`),
      () =>
        moderator.put(`/admin/nodes/${node}/versions/${version}`, {
          status: chance.pick([
            'NodeVersionStatusBanned',
            'NodeVersionStatusActive',
            'NodeVersionStatusFlagged',
          ]),
          status_reason: 'Checked.',
        }),
      () => moderator.put(address, { status: chance.pick(['NodeStatusBanned', 'NodeStatusActive']) }),
      () =>
        moderator.put(`/admin/publishers/${owner.id}`, {
          status: chance.pick(['PublisherStatusBanned', 'PublisherStatusActive', 'PublisherStatusActive']),
          reason: 'Checked.',
        }),
      async () => {
        const to = owner === one ? other : one;
        const moved = await moderator.post(`/admin/nodes/${node}/transfer`, {
          publisher_id: to.id,
          reason: 'Agreed.',
        });
        if (moved.status < 300) chosen.owner = to;
      },
      () => owner.owner.delete(address),
      () => owner.owner.put(address, { status: 'NodeStatusActive' }),
    ];
    await moves[chance.below(moves.length)]?.();
  }
};

/** That `GET /nodes/{id}` and the lists of app-nodes say at several addresses what the catalogue says at the first. */
const assertSameAnswers = async (
  [first, ...others]: readonly [string, ...string[]],
  lines: readonly string[],
): Promise<void> => {
  const read = async (at: string, path: string): Promise<string> => {
    const { status, text } = await new Client(at).get(path);
    assert.equal(status, 200, text);
    return text
      .replaceAll(at, '')
      .replaceAll(first, '')
      .replaceAll(/"downloads":\d+,/g, '');
  };
  for (const line of lines) {
    const { node, node_version: version } = JSON.parse(line);
    const path =
      node === undefined
        ? `/nodes/${version.node_id}/versions/${version.version}/app-nodes`
        : `/nodes/${node.id}?include_translations=true`;
    const expected = await read(first, path);
    if (node !== undefined) {
      const { downloads: _, ...shown } = await readJson(first + path);
      assert.deepEqual(shown, node);
    }
    for (const at of others) assert.equal(await read(at, path), expected, path);
  }
};

/** That a mirror ends with these lines of its source, at its own address, and with the packages that they name. */
const assertMirrored = async (mirror: string, source: string, lines: readonly string[]): Promise<void> => {
  const expected = lines.map((line) => line.replaceAll(source, mirror));
  const replica = new Replica();
  for (let last = ''; replica.lines().join('\n') !== expected.join('\n'); last = replica.next) {
    const { changes, next } = await readJson(
      `${mirror}/changes?${query({ since: replica.next, versions: 'all', wait: String(mirrorWaitSeconds), limit: '1000' })}`,
    );
    replica.apply(changes, next);
    if (replica.next === last) break;
  }
  assert.deepEqual(replica.lines(), expected);
  const whole = await fetch(`${mirror}/catalogue?versions=all`, { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual(linesOf(await whole.text()), expected);
  for (const line of expected) {
    const { node_version: version } = JSON.parse(line);
    if (version === undefined) continue;
    const response = await fetch(version.downloadUrl);
    assert.equal(response.status, 200, version.downloadUrl);
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.equal(createHash('sha256').update(bytes).digest('hex'), version.package_sha256);
  }
};

suiteOnBoth('followers of the catalogue', () => {
  test('while many write, all end with the catalogue byte for byte: changes, events that are cut, what changed since, a mirror that is killed, two processes', async (t) => {
    const server = await startServer(t);
    await using beside = await startBeside(server);
    const { at } = beside;
    const seed = Number(process.env['SEED'] ?? Date.now());
    t.diagnostic(`seed ${seed}`);
    const ended = Promise.withResolvers<string>();
    let end: string | undefined;
    void ended.promise.then((position) => (end = position));
    const isAtEnd = (position: string): boolean => position === end;

    const byChanges = async (replica: Replica): Promise<void> => {
      while (!isAtEnd(replica.next)) {
        const { changes, next } = await readJson(
          `${at}/changes?${query({ since: replica.next, versions: 'all', wait: '1', limit: '7' })}`,
        );
        replica.apply(changes, next);
      }
    };
    const byEvents = async (replica: Replica): Promise<void> => {
      const chance = chanceFrom(seed);
      while (!isAtEnd(replica.next)) {
        const stream = await openEvents(`${server.url}/changes/stream?since=0&versions=all`, replica.next);
        // Without a change, the position moves on by a comment, which this reader does not wait for.
        const idle = setTimeout(() => void stream.cut(), 1_000);
        for (let left = 1 + chance.below(20); left > 0; left -= 1) {
          const event = await stream.next().catch(() => undefined);
          if (event === undefined) break;
          replica.apply([JSON.parse(event.data)], event.id);
        }
        clearTimeout(idle);
        await stream.cut();
        const { changes, next } = await readJson(
          `${server.url}/changes?${query({ since: replica.next, versions: 'all' })}`,
        );
        replica.apply(changes, next);
      }
    };
    const byCatalogue = async (replica: Replica): Promise<void> => {
      while (!isAtEnd(replica.next)) {
        const since = replica.next === '0' ? {} : { since: replica.next };
        const response = await fetch(`${at}/catalogue?${query({ ...since, versions: 'all' })}`);
        replica.read(await response.text());
        await wait(5);
      }
    };
    const replicas = [new Replica(), new Replica(), new Replica()] as const;
    const mirror = await openKilledMirror(t, server, chanceFrom(seed));
    const following = Promise.all([
      byChanges(replicas[0]),
      byEvents(replicas[1]),
      byCatalogue(replicas[2]),
      mirror.kill(mirrorKills),
    ]);
    await Promise.all(
      Array.from({ length: writers }, (_, index) =>
        writeAtRandom(server, { name: `w${index}`, beside: at, chance: chanceFrom(seed + index) }),
      ),
    );
    await server.settle();
    ended.resolve(await server.server.context.catalogue.feed.end());
    await following;
    // In a coding that nobody asked for yet, so that it is written now.
    const whole = await fetch(`${server.url}/catalogue?versions=all`, {
      headers: { 'accept-encoding': 'br' },
    });
    const lines = linesOf(await whole.text());
    assert.ok(lines.length > 0);
    for (const replica of replicas) assert.deepEqual(replica.lines(), lines);
    await assertSameAnswers([server.url, at], lines);
    const mirrored = await mirror.start();
    await assertMirrored(mirrored, server.url, lines);
    await assertSameAnswers([server.url, mirrored], lines);
  });

  test('after a restart the same files are served, and a log that went back is noticed', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'node', '1.0.0');
    const first = await fetch(`${server.url}/catalogue`);
    const etag = first.headers.get('etag') ?? '';
    const text = await first.text();
    await using beside = await startBeside(server);
    const again = await fetch(`${beside.at}/catalogue`);
    assert.deepEqual([again.headers.get('etag'), await again.text()], [etag, text]);
    const { next } = JSON.parse(text.split('\n')[0] ?? '').catalogue;
    // As in a database that was restored from an older backup and then written to.
    const { writer } = server.server.context.store.engine;
    await writer.deleteFrom('changes').where('seq', '>=', Number.parseInt(next, 10)).execute();
    await publishPending(ada, 'other', '1.0.0');
    await using restarted = await startBeside(server);
    const { at: restored } = restarted;
    assert.equal((await fetch(`${restored}/changes?since=${next}`)).status, 410);
    for (const path of [`/catalogue?since=${next}`, '/catalogue']) {
      const { catalogue: head } = JSON.parse(
        (await (await fetch(restored + path)).text()).split('\n')[0] ?? '',
      );
      assert.equal(head.since, undefined);
      assert.notEqual(head.next, next);
    }
  });

  test(
    'a server that ends answers those who wait at once, ends their streams, and closes connections that sent nothing',
    { timeout: 30_000 },
    async (t) => {
      const server = await startServer(t);
      const { server: beside, at } = await startBeside(server);
      const since = await beside.context.catalogue.feed.end();
      const stream = await openEvents(`${at}/changes/stream`);
      // Browsers open one ahead of their next request.
      const silent = connect(Number(new URL(at).port), '127.0.0.1');
      await once(silent, 'connect');
      const waiting = [
        readJson(`${at}/changes?since=${since}&wait=30`),
        fetch(`${at}/catalogue/watch`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ nodes: [], since, wait: 30 }),
        }).then((response) => response.status),
      ];
      await until(() => beside.context.catalogue.feed.waiting === 3);
      await beside.close();
      const [changes, status] = await Promise.all(waiting);
      assert.deepEqual([changes.changes, status], [[], 200]);
      await assert.rejects(stream.next());
      if (!silent.closed) await once(silent, 'close');
    },
  );
});
