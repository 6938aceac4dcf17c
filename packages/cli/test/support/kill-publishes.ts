import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, downloadPackage, getVersion, listNodeVersions } from '@patchbay/client';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import type { TestServer } from '../../../server/test/support/start-server.ts';

import { makeProject } from './make-project.ts';
import { type Cli, openCli } from './open-cli.ts';
import { startProcess } from './start-process.ts';

/** When a process is killed: as soon as it reports an event, or at any moment of its life. */
const moments = [
  'any',
  'packed',
  'any',
  'checked',
  'any',
  'published',
  'uploading',
  'any',
  'uploaded',
  'waiting',
];
/** About as long as a publish takes on an idle machine. */
const lifeMsMax = 1_500;

export interface KillReport {
  /** How often the last event before the end was this one; `start` if there was none. */
  readonly endedAfter: ReadonlyMap<string, number>;
  /** How often a process came to its end before it was killed. */
  readonly finished: number;
}

/**
 * Publishes nodes with the real command, kills each publish once, and runs the command again. Asserts that one version
 * is Active then, that it is whole, and that there is no other.
 */
export const killPublishes = async (
  test: Parameters<typeof openCli>[0],
  server: TestServer,
  count: number,
  random: () => number,
): Promise<KillReport> => {
  const { id, token } = await makePublisher(server, uniqueId('killed'));
  const cli = await openCli(test, { url: server.url, token });
  const endedAfter = new Map<string, number>();
  let finished = 0;
  for (let index = 0; index < count; index += 1) {
    const nodeId = uniqueId('killed-node');
    // What does not shrink takes a while to send.
    const files = { 'data.txt': randomBytes(Math.ceil(random() * 500_000)).toString('hex') };
    const folder = await makeProject(cli.cwd, { nodeId, publisherId: id, files });
    const { lastEvent, isKilled } = await killOnce(cli, server.url, token, folder, {
      moment: moments[index % moments.length] ?? 'any',
      afterMs: random() * lifeMsMax,
    });
    endedAfter.set(lastEvent, (endedAfter.get(lastEvent) ?? 0) + 1);
    if (!isKilled) finished += 1;
    await assertWhole(cli, server.url, folder, nodeId);
  }
  return { endedAfter, finished };
};

const killOnce = async (
  { cwd, home }: Cli,
  url: string,
  token: string,
  folder: string,
  { moment, afterMs }: { moment: string; afterMs: number },
): Promise<{ lastEvent: string; isKilled: boolean }> => {
  // What a killed process leaves behind goes with the test.
  const env = { HOME: home, TMPDIR: cwd, PATCHBAY_URL: url, PATCHBAY_TOKEN: token };
  const { child, output, ended } = startProcess(['publish', folder, '--json'], { cwd, env });
  const kill = (): void => void child.kill('SIGKILL');
  const timer = new AbortController();
  if (moment === 'any') {
    pause(afterMs, undefined, { signal: timer.signal }).then(kill, () => {});
  } else {
    child.stdout.on('data', () => {
      if (output().stdout.includes(`"type":"${moment}"`)) kill();
    });
  }
  await ended;
  timer.abort();
  const events = [...output().stdout.matchAll(/"type":"(\w+)","ok"/g)].map(([, type]) => type ?? '');
  return { lastEvent: events.at(-1) ?? 'start', isKilled: child.signalCode === 'SIGKILL' };
};

const assertWhole = async (cli: Cli, url: string, folder: string, nodeId: string): Promise<void> => {
  const { code, result } = await cli.json(['publish', folder]);
  assert.equal(code, 0, JSON.stringify(result));
  assert.equal(result.data.outcome, 'active');
  const client = createClient({ url });
  const statuses = [
    'NodeVersionStatusActive',
    'NodeVersionStatusPending',
    'NodeVersionStatusFlagged',
  ] as const;
  const versions = await listNodeVersions(client, { nodeId, statuses });
  assert.deepEqual(
    versions.map(({ version }) => version),
    ['1.0.0'],
  );
  const packed = await cli.json(['pack', folder, '--out', `${nodeId}.zip`]);
  const stored = await downloadPackage(client, await getVersion(client, { nodeId, version: '1.0.0' }));
  assert.equal(digestOf(stored), packed.result.data.package.sha256, 'the bytes are those of the project');
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
