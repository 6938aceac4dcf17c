// A thread of its own, so that the load beside it does not slow its clock: asks GET /health all the time, and tells how
// that went since the last question whenever it is asked.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** How long the answers took, in milliseconds, and how many did not come. */
export interface Health {
  latencies: readonly number[];
  failures: number;
}

const intervalMs = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let latencies: number[] = [];
let failures = 0;

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const done = (isWell: boolean): void => {
      if (isWell) latencies.push(performance.now() - begun);
      else failures += 1;
      resolve();
    };
    get(`${(workerData as { url: string }).url}/health`, { agent }, (response) => {
      response.resume().on('end', () => done(response.statusCode === 200));
    }).on('error', () => done(false));
  });

parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads, not a window
  parentPort?.postMessage({ latencies, failures } satisfies Health);
  latencies = [];
  failures = 0;
});
for (;;) {
  await ask();
  await new Promise((resolve) => setTimeout(resolve, intervalMs));
}
