import type { FastifyBaseLogger } from 'fastify';

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
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
