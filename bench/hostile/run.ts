// Whether a server with a small heap survives requests that are as expensive as possible, and who waits meanwhile:
//   node bench/hostile/run.ts [--requests 10000] [--connections 16] [--heap 512] [--each 6] [--only <kind>]
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { hostileRequests } from '../../packages/server/test/support/hostile/hostile-requests.ts';
import { moderatorEmail, moderatorPassword } from '../../packages/server/test/support/hostile/moderator.ts';
import { openHostileFixture } from '../../packages/server/test/support/hostile/open-hostile-fixture.ts';
import { runHostileLoad } from '../../packages/server/test/support/hostile/run-hostile-load.ts';
import { startServerProcess } from '../../packages/server/test/support/server-process.ts';
import type { Health } from './watch-health.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    heap: { type: 'string', default: '512' },
    each: { type: 'string', default: '6' },
    only: { type: 'string', multiple: true, default: Object.keys(hostileRequests) },
  },
});
const scale = { nodes: 400, versions: 100 };
const kinds = values.only;
/** Of each kind alone. */
const connectionsOfKind = 2;

/** The most memory the process ever had, in MiB, as Linux tells it. */
const peakMegabytes = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);

const folder = await mkdtemp(join(tmpdir(), 'patchbay-hostile-'));
const server = await startServerProcess({
  DATA_DIR: folder,
  ADMIN_EMAIL: moderatorEmail,
  ADMIN_PASSWORD: moderatorPassword,
  NODE_OPTIONS: `--max-old-space-size=${values.heap} --import=${new URL('../../packages/server/test/support/hostile/watch-thread.ts', import.meta.url).href}`,
});
const died = once(server.process, 'exit').then(() => {
  throw new Error(`the server died: ${server.output().stderr.slice(-2_000)}`);
});
// Whether it is waited for or not: the end of the server is in order when this process ends it.
died.catch(() => undefined);

const end = async (): Promise<void> => {
  if (server.process.exitCode === null) await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}

/**
 * For how long the server held its main thread without a break since the last call, in milliseconds of processor time.
 */
const askThread = async (): Promise<string> => {
  const isTold = once(server.process.stderr ?? server.process, 'data');
  server.process.kill('SIGUSR2');
  await isTold;
  return /held ([\d.]+) ms\n$/.exec(server.output().stderr)?.[1] ?? '?';
};

try {
  const fixture = await openHostileFixture(server.url, scale);
  const watch = new Worker(new URL('watch-health.ts', import.meta.url), { workerData: { url: server.url } });
  /** Runs a load; resolves to how it ended and how the server fared meanwhile. */
  const observe = async (load: Parameters<typeof runHostileLoad>[1]) => {
    await askThread();
    const begun = performance.now();
    const outcomes = await Promise.race([runHostileLoad(fixture, load), died]);
    const seconds = (performance.now() - begun) / 1_000;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    watch.postMessage('tell');
    const [health] = (await once(watch, 'message')) as [Health];
    const latencies = health.latencies.toSorted((one, other) => one - other);
    return { outcomes, seconds, latencies, failures: health.failures, heldMs: await askThread() };
  };

  const all = await observe({
    kinds,
    requests: Number(values.requests),
    connections: Number(values.connections),
  });
  process.stdout.write(`${'each kind alone'.padEnd(32)}worst /health, longest hold of the thread\n`);
  for (const kind of kinds) {
    const alone = await observe({
      kinds: [kind],
      requests: Number(values.each),
      connections: connectionsOfKind,
    });
    const told = [...(all.outcomes.get(kind) ?? [])].map(([outcome, count]) => `${count} × ${outcome}`);
    process.stdout.write(
      `${kind.padEnd(32)}${quantile(alone.latencies, 1).padStart(6)} ms ${alone.heldMs.padStart(8)} ms   ${told.join(', ')}\n`,
    );
  }
  process.stdout.write(
    `\n${values.requests} requests in ${all.seconds.toFixed(0)} s over ${values.connections} connections, heap ${values.heap} MiB\n` +
      `GET /health: ${all.latencies.length} answers, p50 ${quantile(all.latencies, 0.5)} ms, p99 ${quantile(all.latencies, 0.99)} ms, max ${quantile(all.latencies, 1)} ms, ${all.failures} failures\n` +
      `longest hold of the thread that answers: ${all.heldMs} ms of the processor\n` +
      `peak resident memory: ${(await peakMegabytes(server.process.pid ?? 0)).toFixed(0)} MiB\n`,
  );
  await watch.terminate();
} finally {
  await end();
}
