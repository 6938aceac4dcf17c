// A thread of its own, so that the load beside it does not slow its clock: asks GET /health until it is told to stop.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const intervalMs = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const latencies: number[] = [];
let failures = 0;
const state = { isStopped: false };

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

parentPort?.once('message', () => (state.isStopped = true));
while (!state.isStopped) {
  await ask();
  await new Promise((resolve) => setTimeout(resolve, intervalMs));
}
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads, not a window
parentPort?.postMessage({ latencies, failures });
