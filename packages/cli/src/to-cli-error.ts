import { getSystemErrorMessage } from 'node:util';
import type { ClientError, RegistryError } from '@patchbay/client';
import type { ProjectError } from '@patchbay/inspect/project';
import { CliError, errors } from './errors.ts';

/** Whatever a command threw as an error with a code. By name, because the client is loaded only where it is used. */
export const toCliError = (thrown: unknown): CliError => {
  if (thrown instanceof CliError) return thrown;
  const error = thrown as ClientError | ProjectError | NodeJS.ErrnoException | undefined;
  switch (error?.name) {
    case 'ProjectError': {
      const { message, details } = error as ProjectError;
      return new CliError('invalid_project', message, { details, cause: error });
    }
    case 'RegistryError':
      return ofRegistry(error as RegistryError);
    case 'ConnectionError':
      return new CliError('unreachable', error.message, { cause: error });
    case 'TimeoutError':
      return new CliError('timeout', error.message, { cause: error });
    case 'IntegrityError':
      return new CliError('damaged_answer', error.message, { cause: error });
    default:
      return ofSystem(error) ?? bugOf(thrown);
  }
};

/** A registry may be newer than this program, or of another mind: what it sends is looked at first. */
const ofRegistry = (error: RegistryError): CliError => {
  const { status, code, message, requestId } = error;
  if (code === undefined) return new CliError('not_a_registry', message, { cause: error });
  const options = {
    details: detailsOf(error.details),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    cause: error,
  };
  if (Object.hasOwn(errors, code)) return new CliError(code, message, options);
  return new CliError('unknown_error', `The registry responded ${status} "${code}": ${message}`, options);
};

const detailsOf = (details: unknown): CliError['details'] =>
  Array.isArray(details)
    ? details.flatMap((detail: { path?: unknown; message?: unknown } | null) => {
        const { path, message } = detail ?? {};
        return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
      })
    : undefined;

/** What the system says of a file or a folder. */
const ofSystem = (error: NodeJS.ErrnoException | undefined): CliError | undefined => {
  const { errno, syscall, path } = error ?? {};
  if (typeof errno !== 'number' || syscall === undefined) return undefined;
  const what = path === undefined ? syscall : `${syscall} ${path}`;
  return new CliError('file_error', `The system refused "${what}": ${getSystemErrorMessage(errno)}.`, {
    cause: error,
  });
};

const bugOf = (thrown: unknown): CliError =>
  new CliError('bug', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
