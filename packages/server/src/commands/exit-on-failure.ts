import { ConfigError } from '../config.ts';
import { NotPrivateError } from '../private-files.ts';
import { DatabaseTooNewError } from '../store/migrations/index.ts';

/** Runs a command. If it fails, prints one line and exits with `exitCode`. */
export const exitOnFailure = async (
  run: () => Promise<void>,
  { exitCode = 1 }: { exitCode?: number } = {},
): Promise<void> => {
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
    process.exit(exitCode);
  }
};

/** The command cannot run as requested. The message says why and what to do instead. */
export class UsageError extends Error {}

const runtimeMajor = 24;

const requireRuntime = (): void => {
  if (Number(process.versions.node.split('.')[0]) >= runtimeMajor) return;
  process.stderr.write(
    `patchbay: Node.js ${runtimeMajor} is needed, this is ${process.version}; start it by npm.\n`,
  );
  process.exit(1);
};
