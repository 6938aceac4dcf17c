import type { Endpoint, ErrorCode, Reply } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demandUser } from '../guards/user.ts';

/** The library's words for a closed door, which it answers as a bad request. */
const signUpClosed = 'EMAIL_PASSWORD_SIGN_UP_DISABLED';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

/** The operation of an endpoint that the accounts library serves; its errors take our one shape. */
export const forwardToAccounts =
  <E extends Endpoint>(endpoint: E): Operation<E> =>
  async ({ accounts }, { actor, bearer, ip, body }) => {
    if (endpoint.auth === 'bearer') demandUser(actor);
    const { method, path } = endpoint;
    const answer = await accounts.request({ method, path, body, bearer, ip });
    if (answer.status >= 400) throw toApiError(answer);
    return withoutNulls(answer.body) as Reply<E> & string;
  };

const toApiError = ({
  status,
  body,
  headers,
}: {
  status: number;
  body: unknown;
  headers: Headers;
}): ApiError => {
  const { code, message } = (body ?? {}) as { code?: string; message?: string };
  if (status >= 500) return new ApiError('internal', 'The server failed; try again.', { cause: body });
  const ours = code === signUpClosed ? 'forbidden' : (codes[status] ?? 'invalid_request');
  const retryAfter = headers.get('x-retry-after');
  return new ApiError(ours, `${message ?? 'The request was refused'}.`, {
    headers: {
      ...(ours === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
    },
  });
};

/** The library writes null where the interface leaves a key out. */
const withoutNulls = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body;
