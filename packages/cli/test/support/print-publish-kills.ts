// `npm run publish-kills -- [--kills 200] [--cuts 50] [--engine sqlite|postgres] [--seed <number>]`
import { parseArgs } from 'node:util';
import { seedChance } from '../../../inspect/test/support/mutate.ts';
import { makeDatabase } from '../../../server/test/support/postgres-database.ts';
import { startPostgres } from '../../../server/test/support/postgres-server.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { type Interruption, killPublishes } from './kill-publishes.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    cuts: { type: 'string', default: '50' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
});
const many = (interruption: Interruption, count: string): Interruption[] =>
  Array.from({ length: Number(count) }, () => interruption);

await using opened = new AsyncDisposableStack();
const test = { after: (close: () => Promise<void>) => opened.defer(close) };

const openPostgres = async (): Promise<{ DATABASE_URL: string }> => {
  const postgres = await startPostgres();
  test.after(() => postgres.stop());
  return { DATABASE_URL: (await makeDatabase(postgres.url)).url };
};

const server = await startServer(test, values.engine === 'postgres' ? await openPostgres() : {});
const random = seedChance(Number(values.seed));
for (const [interruption, count] of [
  ['killed', values.kills],
  ['cut off', values.cuts],
] as const) {
  const begun = performance.now();
  const { endedAfter, finished } = await killPublishes(test, server, many(interruption, count), random);
  const lines = ['| Last event | Publishes |', '|---|---|'];
  for (const [event, times] of endedAfter) lines.push(`| ${event} | ${times} |`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const sum = `${values.engine}: ${count} publishes, ${Number(count) - finished} ${interruption}, all whole, ${seconds} s`;
  process.stdout.write(`${lines.join('\n')}\n${sum}\n\n`);
}
