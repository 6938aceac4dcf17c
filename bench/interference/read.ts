// Reads one address at a fixed rate, whatever the server does: an answer that is late does not delay the next
// question, so that no pause of the server hides itself. Asked by a message, it tells the latencies since the last one.
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
  // A timer is up to a millisecond late by itself, which is not the server's doing.
  void ask(Math.max(dueAt, performance.now() - 1));
}
