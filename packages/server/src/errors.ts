import { type ErrorCode, errors } from '@patchbay/contract';

export interface ErrorDetail {
  /** JSON Pointer of the invalid value. */
  path: string;
  message: string;
}

/**
 * An error with two voices: `message` is for the caller, `cause` is only for the log. Advice is the end of the message that
 * names a call of the interface: a person on a page cannot make it, and reads the `sentence` alone.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly advice: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    sentence: string,
    options: {
      advice?: string | undefined;
      details?: readonly ErrorDetail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const { advice, cause } = options;
    super(advice === undefined ? sentence : `${sentence} ${advice}`, { cause });
    this.code = code;
    this.sentence = sentence;
    this.advice = advice;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** A refusal of what a person typed, with the page on which they correct it. Programs get the refusal alone. */
export class CorrectableError extends ApiError {
  readonly page: string;

  constructor({ code, sentence, advice, details, headers, cause }: ApiError, page: string) {
    super(code, sentence, { advice, ...(details === undefined ? {} : { details }), headers, cause });
    this.page = page;
  }
}

/** The error for a value at a JSON Pointer. `fault` says what is wrong with it; by default the sentence does. */
export const invalidValue = (path: string, sentence: string, fault = sentence): ApiError =>
  new ApiError('invalid_request', sentence, { details: [{ path, message: fault }] });

/** Another server cannot be used now, which the log was told when the outage began. */
export class ServerAwayError extends Error {}

/** The package store is temporarily unavailable. */
export class BlobsAwayError extends Error {}

/** File system codes for a disk that is unavailable, full or read-only, which is temporary. */
const diskAway = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENOSPC',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EDQUOT',
]);

/** Whether the package store or the disk is temporarily unavailable, which says nothing of a package. */
export const isStorageAway = (error: unknown): boolean =>
  error instanceof BlobsAwayError || diskAway.has((error as NodeJS.ErrnoException).code ?? '');

const sqliteFull = 13;

/** Whether a file, or a database of SQLite, cannot grow any more. */
export const isDiskFull = ({ code, errcode }: Error & { code?: unknown; errcode?: unknown }): boolean =>
  code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull;

export const unauthenticated = (
  cause?: string,
  sentence = 'This request needs a valid token. Sign in, or send "Authorization: Bearer <token>".',
): ApiError =>
  new ApiError('unauthenticated', sentence, {
    headers: { 'www-authenticate': 'Bearer' },
    cause,
  });

/** The database is there, but no connection to it was free in time, or another write held the lock for too long. */
export class DatabaseBusyError extends Error {}

export const unavailable = (cause: unknown): ApiError =>
  new ApiError(
    'unavailable',
    cause instanceof DatabaseBusyError
      ? 'The registry has more to do than it can in time. Try again in a moment.'
      : 'The registry cannot reach its storage. Try again in a moment.',
    { headers: { 'retry-after': '5' }, cause },
  );

export const bodyTooLarge = (bytesMax: number): ApiError =>
  new ApiError('body_too_large', `The body is larger than ${bytesMax} bytes. Split the request.`);

export const tooLargeSentence = (bytesMax: number): string =>
  `The package is larger than ${bytesMax} bytes. Remove files that are not needed to run it.`;

export const packageTooLarge = (bytesMax: number): ApiError =>
  new ApiError('package_too_large', tooLargeSentence(bytesMax));

export const publisherNotFound = (id: string): ApiError =>
  new ApiError('publisher_not_found', `There is no publisher "${id}". Check the id.`);

export const nodeNotFound = (id: string): ApiError =>
  new ApiError('node_not_found', `There is no node "${id}". Check the id.`);

/** For those who can restore it. */
export const nodeDeleted = (id: string): ApiError =>
  new ApiError('node_not_found', `The node "${id}" is deleted. Restore it to use it again.`, {
    details: [{ path: '/status', message: 'is deleted' }],
  });

export const versionNotFound = (nodeId: string, version: string): ApiError =>
  new ApiError(
    'version_not_found',
    `The node "${nodeId}" has no version "${version}". Check the version number.`,
  );

export const noActiveVersion = (nodeId: string): ApiError =>
  new ApiError('version_not_found', `The node "${nodeId}" has no Active version to install.`, {
    advice: `GET /nodes/${nodeId}/versions lists its versions.`,
  });

export const appNodeNotFound = (version: string, name: string): ApiError =>
  new ApiError('app_node_not_found', `Version "${version}" has no app-node "${name}". Check the name.`);

export const noSecondFactor = (): ApiError =>
  new ApiError('not_found', 'The account has no second factor.', {
    advice: 'POST /users/second-factor/totp begins to use an authenticator app.',
  });

export const secondFactorRequired = (): ApiError =>
  new ApiError(
    'second_factor_required',
    'Your account needs a second factor for this. Sign in with your passkey, or add a passkey or an authenticator app under Account → Security, and repeat the request.',
  );

export const idTooSimilar = (id: string, taken: string): ApiError =>
  new ApiError(
    'id_taken',
    `The id "${id}" can be taken for "${taken}", which exists or was deleted. Choose another id, or ask a moderator.`,
  );

export const idFromUpstream = (id: string, upstream: string): ApiError =>
  new ApiError(
    'id_taken',
    `The node id "${id}" comes from ${upstream}. Choose another id, or ask a moderator to transfer the node to you.`,
  );

export const readOnly = (source: string): ApiError =>
  new ApiError(
    'read_only',
    `This registry is a mirror of ${source} and takes no writes. Send this request there.`,
  );

export const idTaken = (id: string): ApiError =>
  new ApiError(
    'id_taken',
    `The id "${id}" is taken, possibly by something that was deleted. Choose another id.`,
  );
