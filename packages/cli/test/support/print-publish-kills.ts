// `npm run publish-kills -- [--count 200] [--seed <number>]`
import { parseArgs } from 'node:util';
import { seedChance } from '../../../inspect/test/support/mutate.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { killPublishes } from './kill-publishes.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
await using opened = new AsyncDisposableStack();
const test = { after: (close: () => Promise<void>) => opened.defer(close) };
const server = await startServer(test);
const { endedAfter, finished } = await killPublishes(test, server, count, seedChance(Number(values.seed)));
const lines = ['| Last event | Publishes |', '|---|---|'];
for (const [event, times] of endedAfter) lines.push(`| ${event} | ${times} |`);
process.stdout.write(`${lines.join('\n')}\n${count} publishes, ${count - finished} killed, all whole\n`);
