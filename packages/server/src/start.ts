import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { exitOnFailure } from './commands/exit-on-failure.ts';
import { type Config, readConfig } from './config.ts';
import { endEarly, endSignals } from './end-early.ts';
import { type EnvironmentMessage, nameProcess, processName, takeHidden } from './environment.ts';
import { holdDatabase } from './hold-database.ts';
import { logOutbox } from './mail/send-mail.ts';
import { relayScrapes } from './metrics/scrape.ts';
import { openLog } from './open-log.ts';
import { createServer } from './server.ts';
import { isNoticeMessage } from './store/engines/siblings.ts';

/** Serves in this process until a signal ends it. Resolves to the address once it listens. */
export const serve = async (config: Config, log: FastifyBaseLogger): Promise<string> => {
  const server = await createServer(config, log);
  const address = await server.listen();
  endOnSignal(() => server.close(), log);
  return address;
};

/** A process that exits is replaced, but not sooner than this. */
const replaceAfterMs = 500;

/** The message of a process once it serves. */
export interface ListensMessage {
  listens: string;
}

/**
 * Runs `count` processes behind one port until a signal ends this one. Resolves to the address once all of them
 * listen. Resolves to undefined, with the exit code set, if the first could not start and has reported why.
 */
export const supervise = async (count: number, log: FastifyBaseLogger): Promise<string | undefined> => {
  let ending = false;
  let environment = takeHidden();
  let port: number | undefined;
  cluster.on('listening', (_, address) => (port = address.port));
  // Each process accepts by itself: a connection passed from this process to one that is being killed would never be
  // closed, and its client would wait for minutes.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const relayScrape = relayScrapes(workers);
  cluster.on('message', (from, message: unknown) => {
    if (relayScrape(from, message)) return;
    if (isNoticeMessage(message)) for (const other of workers()) if (other !== from) other.send(message);
  });
  // The first one starts alone: it migrates the database and creates the moderator.
  const address = await begin(1, environment, log);
  if (address === undefined) {
    process.exitCode = 1;
    return undefined;
  }
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2, environment, log)));
  const replace = (name: number): Promise<string | undefined> => {
    // The port that the system selected is lost with the last of them, and clients come back to it.
    if (workers().length === 0) environment = { ...environment, PORT: String(port) };
    return begin(name, environment, log);
  };
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    const name = names.get(id) ?? 1;
    names.delete(id);
    if (ending) return;
    log.error({ pid, code, signal }, 'a process of the server ended; another takes its place');
    void wait(replaceAfterMs).then(() => (ending ? undefined : replace(name)));
  });
  endOnSignal(async () => {
    ending = true;
    await Promise.all(workers().map(end));
  }, log);
  return address;
};

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** The name of each process, by the id of its worker. */
const names = new Map<number, number>();

/** Resolves to the address, or to undefined if the process exited before. */
const begin = (
  name: number,
  environment: EnvironmentMessage['environment'],
  log: FastifyBaseLogger,
): Promise<string | undefined> => {
  const worker = cluster.fork(nameProcess(name));
  worker.send({ environment } satisfies EnvironmentMessage);
  names.set(worker.id, name);
  return new Promise((resolve) => {
    worker.on('message', (message: ListensMessage) => {
      if (!('listens' in message)) return;
      log.info({ pid: worker.process.pid }, 'a process of the server listens');
      resolve(message.listens);
    });
    worker.once('exit', () => resolve(undefined));
  });
};

const end = async (worker: Worker): Promise<void> => {
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
};

/** Requests that take longer than this are cut off. */
const graceMs = 8_000;

/** Shuts the process down gracefully, once, on a signal from the system or the terminal. */
export const endOnSignal = (close: () => Promise<void>, log: FastifyBaseLogger): void => {
  let isEnding = false;
  const end = (): void => {
    // A terminal sends its signal to all processes of a server, and so does the parent process.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not end in order');
        process.exit(1);
      },
    );
  };
  for (const signal of endSignals) process.off(signal, endEarly).on(signal, end);
};

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  // The log goes to stderr, so that stdout has only the one line for people.
  const base = { instance: hostname(), process: processName(), pid: process.pid };
  const log = openLog({ level: config.LOG_LEVEL, base });
  if (cluster.isWorker) {
    process.send?.({ listens: await serve(config, log) } satisfies ListensMessage);
    return;
  }
  holdDatabase(config.DATABASE_URL);
  logOutbox(config, log);
  const address = await (config.WORKERS > 1 ? supervise(config.WORKERS, log) : serve(config, log));
  if (address === undefined) return;
  // A disk that is full under this line ends no server, as it would end a command.
  process.stdout.removeAllListeners('error').on('error', (error) => {
    log.warn({ err: error }, 'standard output cannot be written');
  });
  process.stdout.write(`Patchbay listens on ${address}, its data lies in ${config.DATA_DIR}\n`);
});
