import type { ClientError, RegistryError } from '@patchbay/client';
import { ProjectError } from '@patchbay/inspect/project';
import { CliError } from './errors.ts';

/** Whatever a command threw as an error with a code. By name, because the client is loaded only where it is used. */
export const toCliError = (thrown: unknown): CliError => {
  if (thrown instanceof CliError) return thrown;
  if (thrown instanceof ProjectError) {
    return new CliError('invalid_project', thrown.message, { details: thrown.details, cause: thrown });
  }
  const error = thrown as ClientError;
  switch (error?.name) {
    case 'RegistryError':
      return ofRegistry(error);
    case 'ConnectionError':
      return new CliError('unreachable', error.message, { cause: error });
    case 'TimeoutError':
      return new CliError('timeout', error.message, { cause: error });
    case 'IntegrityError':
      return new CliError('damaged_answer', error.message, { cause: error });
    default:
      return new CliError('bug', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  }
};

const ofRegistry = (error: RegistryError): CliError => {
  const { code, message, details, requestId } = error;
  if (code === undefined) return new CliError('not_a_registry', message, { cause: error });
  return new CliError(code, message, { details, requestId, cause: error });
};
