import { ConfigError } from '../config.ts';
import { NotPrivateError } from '../private-files.ts';
import { DatabaseTooNewError } from '../store/migrations/index.ts';

/** Runs a command; what stops it is said in one line, and the process ends with 1. */
export const exitOnFailure = async (run: () => Promise<void>): Promise<void> => {
  requireRuntime();
  try {
    await run();
  } catch (error) {
    const isForPeople =
      error instanceof ConfigError ||
      error instanceof DatabaseTooNewError ||
      error instanceof NotPrivateError ||
      error instanceof UsageError;
    process.stderr.write(
      `patchbay: ${isForPeople ? error.message : String((error as Error).stack ?? error)}\n`,
    );
    process.exit(1);
  }
};

/** The command cannot do what it was asked to; the message says why, and what to do instead. */
export class UsageError extends Error {}

const runtimeMajor = 24;

const requireRuntime = (): void => {
  if (Number(process.versions.node.split('.')[0]) >= runtimeMajor) return;
  process.stderr.write(
    `patchbay: Node.js ${runtimeMajor} is needed, this is ${process.version}; start it by npm.\n`,
  );
  process.exit(1);
};
