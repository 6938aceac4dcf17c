import type { ErrorCode, ErrorReply } from './generated/resources.ts';

/** The registry refused the request or failed: every response that is not 2xx. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  declare readonly status: number;
  /** The registry's code. Undefined if something else responded, such as a proxy. */
  declare readonly code: ErrorCode | undefined;
  /** What is wrong with which value of the request. */
  declare readonly details: NonNullable<ErrorReply['details']>;
  /** Identifies the request in the registry's log. */
  declare readonly requestId: string | undefined;
  /** After how many seconds the registry wants to be asked again. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterSeconds: number | undefined) {
    super(reply.message ?? `The response ${status} is no registry's.`);
    this.status = status;
    this.code = reply.error;
    this.details = reply.details ?? [];
    this.requestId = reply.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response arrived: the connection failed or broke. `cause` is the platform's error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The response did not arrive in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The response is not what its endpoint promises: not JSON, longer than `bytesMax`, or a package with another
 * digest or size. `cause` is the response if no registry sent it, but a proxy, say.
 */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/**
 * Everything that a call throws besides the reason of its `signal`. Distinguish them by `name`, and RegistryErrors
 * by `code`.
 */
export type ClientError = RegistryError | ConnectionError | TimeoutError | IntegrityError;
