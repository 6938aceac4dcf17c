import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, downloadPackage, getVersion, listNodeVersions } from '@patchbay/client';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import type { TestServer } from '../../../server/test/support/start-server.ts';

import { makeProject } from './make-project.ts';
import { type Cli, openCli } from './open-cli.ts';
import { type Through, openThrough } from './open-through.ts';
import { startProcess } from './start-process.ts';

/** What becomes of a publish before its end. */
export type Interruption = 'killed' | 'cut off';

/** When that is: as soon as the process reports an event, or at any moment of its life. */
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
  /** How often the last event before the interruption was this one; `start` if there was none. */
  readonly endedAfter: ReadonlyMap<string, number>;
  /** How many publishes came to their end before they were interrupted. */
  readonly finished: number;
}

/**
 * Publishes nodes with the real command, interrupts each publish once, and runs the command again. Asserts that one
 * version is there then, that it is Active and whole, and that there is no other.
 */
export const killPublishes = async (
  test: Parameters<typeof openCli>[0],
  server: TestServer,
  interruptions: readonly Interruption[],
  random: () => number,
): Promise<KillReport> => {
  const { id, token } = await makePublisher(server, uniqueId('killed'));
  const cli = await openCli(test, { url: server.url, token });
  const through = await openThrough(test, server.url);
  const endedAfter = new Map<string, number>();
  let finished = 0;
  for (const [index, interruption] of interruptions.entries()) {
    const nodeId = uniqueId('killed-node');
    // What does not shrink takes a while to send.
    const files = { 'data.txt': randomBytes(Math.ceil(random() * 500_000)).toString('hex') };
    const folder = await makeProject(cli.cwd, { nodeId, publisherId: id, files });
    const moment = { moment: moments[index % moments.length] ?? 'any', afterMs: random() * lifeMsMax };
    const { lastEvent, isFinished } = await interruptOnce(cli, through, token, folder, interruption, moment);
    endedAfter.set(lastEvent, (endedAfter.get(lastEvent) ?? 0) + 1);
    if (isFinished) finished += 1;
    await assertWhole(cli, { url: server.url, token }, folder, nodeId);
  }
  return { endedAfter, finished };
};

const interruptOnce = async (
  { cwd, home }: Cli,
  { url, environment, proxy }: Through,
  token: string,
  folder: string,
  interruption: Interruption,
  { moment, afterMs }: { moment: string; afterMs: number },
): Promise<{ lastEvent: string; isFinished: boolean }> => {
  // What a killed process leaves behind goes with the test.
  const env = {
    ...environment,
    HOME: home,
    TMPDIR: cwd,
    PATCHBAY_URL: url,
    PATCHBAY_TOKEN: token,
    PATCHBAY_RETRY_SECONDS: '1',
  };
  proxy.set('open');
  const { child, output, ended } = startProcess(['publish', folder, '--json'], { cwd, env });
  const interrupt = (): void => (interruption === 'killed' ? void child.kill('SIGKILL') : proxy.set('shut'));
  const timer = new AbortController();
  if (moment === 'any') {
    pause(afterMs, undefined, { signal: timer.signal }).then(interrupt, () => {});
  } else {
    child.stdout.on('data', () => {
      if (output().stdout.includes(`"type":"${moment}"`)) interrupt();
    });
  }
  const { code } = await ended;
  timer.abort();
  const isFinished = code === 0 && child.signalCode === null;
  if (interruption === 'cut off' && !isFinished) {
    assert.equal(code, 6, output().stdout);
    assert.match(output().stdout, /"code":"unreachable"/);
  }
  const events = [...output().stdout.matchAll(/"type":"(\w+)","ok":true/g)].map(([, type]) => type ?? '');
  return { lastEvent: events.at(-1) ?? 'start', isFinished };
};

const statuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusBanned',
  'NodeVersionStatusDeleted',
] as const;

const assertWhole = async (
  cli: Cli,
  registry: { url: string; token: string },
  folder: string,
  nodeId: string,
): Promise<void> => {
  const { code, result } = await cli.json(['publish', folder]);
  assert.equal(code, 0, JSON.stringify(result));
  assert.equal(result.data.outcome, 'active');
  const client = createClient(registry);
  const versions = await listNodeVersions(client, { nodeId, statuses });
  assert.deepEqual(
    versions.map(({ version, status }) => [version, status]),
    [['1.0.0', 'NodeVersionStatusActive']],
  );
  const packed = await cli.json(['pack', folder, '--out', `${nodeId}.zip`]);
  const stored = await downloadPackage(client, await getVersion(client, { nodeId, version: '1.0.0' }));
  assert.equal(digestOf(stored), packed.result.data.package.sha256, 'the bytes are those of the project');
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
