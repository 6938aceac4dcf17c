// Reads one address at a fixed rate until it is told to stop, whatever the server does: an answer that is late
// does not delay the next question, so that no pause of the server hides itself.
import { Agent, get } from 'node:http';
import { quantiles } from './quantiles.ts';

const [, , address = '', ratePerSecond = ''] = process.argv;
const periodMs = 1_000 / Number(ratePerSecond);
const agent = new Agent({ keepAlive: true });
const latencies: number[] = [];
const stopping = new AbortController();

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

process.once('message', () => stopping.abort());
process.once('disconnect', () => process.exit());

const open = new Set<Promise<void>>();
for (let dueAt = performance.now(); !stopping.signal.aborted; dueAt += periodMs) {
  const wait = dueAt - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  // A timer is up to a millisecond late by itself, which is not the server's doing.
  const asked = ask(Math.max(dueAt, performance.now() - 1)).finally(() => open.delete(asked));
  open.add(asked);
}
await Promise.all(open);
agent.destroy();
process.send?.(quantiles(latencies), () => process.disconnect());
