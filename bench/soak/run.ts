/** How a server fares over time: `npm run soak -- [--hours 1 | --minutes <n>] [--engine sqlite|postgres]`. */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Engine } from '../benchmarks/benchmark.ts';
import { openEngines } from '../engines.ts';
import { openFixture } from '../fixture/open-fixture.ts';
import { judgeLine } from './judge-line.ts';
import { lines } from './lines.ts';
import { observe } from './observe.ts';
import type { Sample } from './sample.ts';
import { Sender } from './sender.ts';
import { openTraffic } from './traffic.ts';
import { writeSoak } from './write-soak.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const minutes = values.minutes === undefined ? Number(values.hours) * 60 : Number(values.minutes);
const capacitySeconds = Math.min(60, minutes * 6);
const capacityCallers = 32;
const shareOfCapacity = 1 / 3;
const samplesOfRun = 60;
const sampleSeconds = (minutes * 60) / samplesOfRun;
const lookSeconds = Math.min(2, sampleSeconds / 2);
/** A run of less than an hour is a trial. */
const folder = fileURLToPath(new URL(minutes < 60 ? '../results/quick' : '../results', import.meta.url));

await using stack = new AsyncDisposableStack();
const engine = (await openEngines(stack)).find(({ name }) => name === values.engine);
if (engine === undefined) throw new Error(`there is no engine ${values.engine} here`);
let databaseUrl: string | undefined;
const known: Engine = {
  ...engine,
  emptyDatabase: async () => {
    const settings = await engine.emptyDatabase();
    databaseUrl = settings['DATABASE_URL'];
    return settings;
  },
};
const fixture = stack.use(await openFixture({ engine: known }));
const sender = new Sender(openTraffic(fixture));
const observer = observe(fixture, databaseUrl, sender);

process.stderr.write(`capacity, ${capacitySeconds} s …\n`);
const capacity = await sender.measureCapacity(capacitySeconds, capacityCallers);
const rate = capacity * shareOfCapacity;
process.stderr.write(`${capacity.toFixed(0)} moves a second; ${minutes} minutes at ${rate.toFixed(0)} …\n`);
sender.takeLatencies();

const samples: Sample[] = [await observer.take(0)];
const begun = performance.now();
const elapsed = (): number => (performance.now() - begun) / 1_000;
const watch = async (): Promise<void> => {
  for (let count = 1; count <= samplesOfRun; count += 1) {
    while (elapsed() < count * sampleSeconds) {
      await wait(Math.min(lookSeconds, Math.max(0, count * sampleSeconds - elapsed())) * 1_000);
      await observer.look();
    }
    samples.push(await observer.take(elapsed()));
  }
};
await Promise.all([sender.sendAtRate(rate, minutes * 60), watch()]);
const judged = lines.map((line) => judgeLine(line, samples.slice(line.per === undefined ? 1 : 0)));
const table = await writeSoak(folder, {
  measuredAt: new Date().toISOString(),
  engine: engine.name,
  minutes,
  capacity,
  rate,
  requests: sender.requests,
  lines: judged,
});
process.stdout.write(`${table}\n`);
if (judged.some(({ isGrowing }) => isGrowing)) process.exitCode = 1;
