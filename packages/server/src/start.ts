import cluster from 'node:cluster';
import { pino } from 'pino';
import { exitOnFailure } from './commands/exit-on-failure.ts';
import { readConfig } from './config.ts';
import { serve } from './serve.ts';
import { type ListensMessage, supervise } from './supervise.ts';

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  // The log goes to stderr, so that stdout has only the one line for people.
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination(2));
  if (cluster.isWorker) {
    process.send?.({ listens: await serve(config, log) } satisfies ListensMessage);
    return;
  }
  const address = await (config.WORKERS > 1 ? supervise(config.WORKERS, log) : serve(config, log));
  if (address === undefined) return;
  process.stdout.write(`Patchbay listens on ${address}, its data lies in ${config.DATA_DIR}\n`);
});
