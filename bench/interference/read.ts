// Reads one URL at a fixed rate. A late response does not delay the next request, so no pause of the server goes
// unnoticed. Replies to a message with the latencies since the last one.
import { Agent, get } from 'node:http';

const [, , address = '', ratePerSecond = ''] = process.argv;
const periodMs = 1_000 / Number(ratePerSecond);
const agent = new Agent({ keepAlive: true });
let latencies: number[] = [];

const ask = (dueAt: number): Promise<void> =>
  new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answers ${response.statusCode}`));
      response.resume().once('end', () => {
        latencies.push(performance.now() - dueAt);
        resolve();
      });
    }).once('error', reject);
  });

process.on('message', () => {
  process.send?.(latencies);
  latencies = [];
});
process.once('disconnect', () => process.exit());

for (let dueAt = performance.now(); ; dueAt += periodMs) {
  const wait = dueAt - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  // A timer is up to a millisecond late by itself, which is not the server's fault.
  void ask(Math.max(dueAt, performance.now() - 1));
}
