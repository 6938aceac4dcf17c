import type { Endpoint, ErrorCode, Reply } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import type { Accounts } from './accounts.ts';
import type { PendingSignIn } from './session-of-password.ts';

/** The library's message if sign-up is closed; it sends it as a bad request. */
const signUpClosed = 'EMAIL_PASSWORD_SIGN_UP_DISABLED';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
};

/** The fields that each of the library's codes can refer to. The first that was sent is at fault. */
const faultyFields: Readonly<Record<string, readonly string[]>> = {
  INVALID_EMAIL: ['email'],
  // The schema has already refused the other faults of a body.
  VALIDATION_ERROR: ['email'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email'],
  FAILED_TO_CREATE_USER: ['email'],
  PASSWORD_TOO_SHORT: ['password'],
  PASSWORD_TOO_LONG: ['password'],
};

/** The library takes fewer addresses than the schema. */
export const invalidEmail = 'The e-mail address is not valid. Check it, or use another one.';

/** In place of messages of the library that do not say what to do. */
const clearer: Readonly<Record<string, string>> = {
  INVALID_EMAIL: invalidEmail,
  INVALID_EMAIL_OR_PASSWORD:
    'The e-mail address or the password is wrong. Type both again, or set a new password.',
  BANNED_USER: 'This account is banned. Contact the moderators.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'There is an account with this address. Sign in, or use another address.',
  // It looked whether the address is free, and another sign-up was faster.
  FAILED_TO_CREATE_USER: 'There is an account with this address by now. Sign in, or use another address.',
};

/** The errors of a device that polls (RFC 8628, section 3.5), in our words. */
const sentences: { readonly [Code in ErrorCode]?: string } = {
  authorization_pending: 'Nobody has approved this device yet. Poll again after the interval.',
  slow_down: 'The device polls too often. Wait 5 seconds longer from now on.',
  access_denied: 'This device was denied access. Request another code if that was a mistake.',
  expired_token: 'This device code has expired. Request another one.',
  invalid_grant: 'This device code is unknown or was used. Request another one.',
};

type Call = Omit<Parameters<Accounts['request']>[0], 'method' | 'path'>;

/** The password of the account was right, and a second factor has to follow. */
export class SecondFactorNeeded extends Error {
  override readonly name = 'SecondFactorNeeded';
  readonly pending: PendingSignIn;

  constructor(pending: PendingSignIn) {
    super('the account has a second factor');
    this.pending = pending;
  }
}

/** Has the accounts library serve an endpoint. Its errors get the common format. Throws SecondFactorNeeded. */
export const callAccounts = async <E extends Endpoint>(
  accounts: Accounts,
  { method, path }: E,
  call: Call,
): Promise<Reply<E>> => {
  const answer = await accounts.request({ ...call, method, path });
  if (answer.pending !== undefined) throw new SecondFactorNeeded(answer.pending);
  if (answer.status >= 400) throw toApiError(answer, call.body);
  return withoutNulls(answer.body) as Reply<E>;
};

const toApiError = ({ status, body }: { status: number; body: unknown }, sent: unknown): ApiError => {
  const { code, message, error } = (body ?? {}) as { code?: string; message?: string; error?: ErrorCode };
  const known = error === undefined ? undefined : sentences[error];
  if (error !== undefined && known !== undefined) return new ApiError(error, known);
  if (status >= 500) return new ApiError('internal', 'The server failed; try again.', { cause: body });
  const ours = code === signUpClosed ? 'forbidden' : (codes[status] ?? 'invalid_request');
  const field = faultyFields[code ?? '']?.find((name) => Object.hasOwn(Object(sent) as object, name));
  const fault = code === 'VALIDATION_ERROR' && field !== undefined ? 'INVALID_EMAIL' : code;
  const sentence = asSentence(
    clearer[fault ?? ''] ??
      message ??
      'The request has a wrong or missing value. Check it against the documentation',
  );
  return new ApiError(ours, sentence, {
    ...(ours === 'invalid_request' && field !== undefined
      ? { details: [{ path: `/${field}`, message: sentence }] }
      : {}),
    headers: ours === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {},
  });
};

/** Some of the library's messages begin with a field in brackets, and some end with a full stop. */
const asSentence = (message: string): string => `${message.replace(/^\[[\w.]+\] |\.$/g, '')}.`;

/** The library writes null where the interface omits the key. */
const withoutNulls = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body;
