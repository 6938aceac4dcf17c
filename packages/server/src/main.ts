import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createServer } from './server.ts';
import { exitOnFailure } from './commands/exit-on-failure.ts';

/** What is still in flight after this long is cut off. */
const graceMs = 8_000;

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  // The log goes to stderr, so that stdout holds the one line for people.
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination(2));
  const server = await createServer(config, log);
  const address = await server.listen();
  process.stdout.write(`Patchbay listens on ${address}, its data lies in ${config.DATA_DIR}\n`);

  const stop = (): void => {
    setTimeout(() => process.exit(1), graceMs).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not end in order');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
});
