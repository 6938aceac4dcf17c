import { isDiskFull } from '../errors.ts';
import { OperatorError } from '../operator-error.ts';

/** Runs a server. If it fails, prints one line and exits with 1. */
export const exitOnFailure = async (run: () => Promise<void>): Promise<void> => {
  requireRuntime();
  try {
    await run();
  } catch (error) {
    process.stderr.write(`patchbay: ${describeFailure(error)}\n`);
    process.exit(1);
  }
};

/** What an operator reads of an error: a sentence, or the stack of one that nobody expected, with its causes. */
export const describeFailure = (error: unknown): string => {
  if (error instanceof OperatorError) return error.message;
  for (let one = error; one instanceof Error; one = one.cause) {
    if (isDiskFull(one)) return `The disk is full: ${one.message}. Free some space, and start again.`;
    if (isRefused(one)) return `${one.message}. Let the user who runs this use that path.`;
  }
  return traceOf(error);
};

const traceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? String(error);
  return error.cause === undefined ? trace : `${trace}\ncaused by: ${traceOf(error.cause)}`;
};

/** Whether the system refuses a file or a folder to the user of this process. */
const isRefused = ({ code, path }: NodeJS.ErrnoException): boolean =>
  path !== undefined && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS');

/** The command cannot run as requested. The message says why and what to do instead. */
export class UsageError extends OperatorError {}

/** The arguments do not go together. The usage of the command is printed after the message. */
export class ArgumentsError extends UsageError {}

const runtimeMajor = 24;

export const requireRuntime = (): void => {
  if (Number(process.versions.node.split('.')[0]) >= runtimeMajor) return;
  process.stderr.write(
    `patchbay: Node.js ${runtimeMajor} is needed, this is ${process.version}; start it by npm.\n`,
  );
  process.exit(1);
};
