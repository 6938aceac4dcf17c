import type { FastifyBaseLogger } from 'fastify';

/** What is still in flight after this long is cut off. */
const graceMs = 8_000;

/** Ends the process in order, once, when the system or the terminal asks for it. */
export const endOnSignal = (close: () => Promise<void>, log: FastifyBaseLogger): void => {
  let isEnding = false;
  const end = (): void => {
    // A terminal sends its signal to all processes of a server, and so does the one that started them.
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
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
