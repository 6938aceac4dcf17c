import { getSystemErrorMessage } from 'node:util';
import type { ClientError, RegistryError } from '@patchbay/client';
import type { ProjectError } from '@patchbay/inspect/project';
import { CliError, errors } from './errors.ts';

/**
 * Whatever a command threw as an error with a code. By name, because the client is loaded only where it is used.
 * `unreachable` says what to do if what did not respond is no registry.
 */
export const toCliError = (
  thrown: unknown,
  { unreachable }: { readonly unreachable?: string } = {},
): CliError => {
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
      return ofConnection(error, unreachable);
    case 'TimeoutError':
      return new CliError('timeout', error.message, { cause: error });
    case 'IntegrityError':
      return new CliError(
        error.cause instanceof Response ? 'not_a_registry' : 'damaged_answer',
        error.message,
        {
          cause: error,
        },
      );
    default:
      return ofSystem(error) ?? bugOf(thrown);
  }
};

/** What the system says of a connection, by its code. */
const connectionFaults: readonly (readonly [RegExp, string, string | undefined])[] = [
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    'has a name that cannot be found',
    'Check the address, and whether this machine is online.',
  ],
  [/^ECONNREFUSED$/, 'refused the connection: nothing listens there', undefined],
  [
    /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$|^ERR_SSL/,
    'has a certificate that cannot be trusted',
    'Check the address; for an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate.',
  ],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/,
    'cannot be reached: something on the way blocks the connection',
    'Check the network, the firewall and the proxy.',
  ],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'broke the connection off', 'Try again.'],
];

const ofConnection = (error: Error, otherwise: string | undefined): CliError => {
  const code = codeOf(error);
  const [, clause, next] = connectionFaults.find(([form]) => form.test(code)) ?? [];
  const where = error.message.replace(/ did not respond\.$/, '');
  const message = clause === undefined ? error.message : `${where} ${clause} (${code}).`;
  return new CliError('unreachable', message, { cause: error, next: next ?? otherwise });
};

/** The platform wraps the error of the system, once for each address that it tried. */
const codeOf = (error: unknown): string => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, errors: [first] = [] } = one as NodeJS.ErrnoException & { errors?: readonly unknown[] };
    if (typeof code === 'string') return code;
    if (first instanceof Error) return codeOf(first);
  }
  return '';
};

/** The commands that do what messages of a registry name the endpoint of. */
const commandsOf: Readonly<Record<string, string>> = {
  'GET /publishers/{publisherId}/tokens': 'token list',
  'GET /publishers/{publisherId}/invitations': 'invitations list --sent',
  'GET /publishers/{publisherId}/members': 'members list',
  'PUT /publishers/{publisherId}/members/{memberId}': 'members role',
  'GET /publishers/{publisherId}/trusted-publishers': 'trust list',
  'GET /publishers/{publisherId}/webhooks': 'webhook list',
  'GET /webhooks/{webhookId}/deliveries': 'webhook deliveries',
  'GET /users': 'whoami',
  'GET /users/sessions': 'sessions list',
  'GET /users/invitations': 'invitations list',
  'GET /admin/reports': 'reports',
  'GET /admin/proposals': 'proposals list',
  'POST /auth/step-up': 'login',
};

const inCommands = (message: string): string =>
  message
    .replaceAll(/(?:GET|POST|PUT) \/[\w{}/-]*/g, (endpoint) => {
      const command = commandsOf[endpoint];
      return command === undefined ? endpoint : `\`patchbay ${command}\``;
    })
    .replace(/GET \/nodes\/([\w.-]+)\/versions /, '`patchbay versions $1` ');

/** A registry may be newer than this program, or of another mind: what it sends is looked at first. */
const ofRegistry = (error: RegistryError): CliError => {
  const { status, code, message, requestId } = error;
  if (code === undefined) return new CliError('not_a_registry', message, { cause: error });
  const options = {
    details: detailsOf(error.details),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    cause: error,
  };
  if (Object.hasOwn(errors, code)) return new CliError(code, inCommands(message), options);
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
