import { Type } from 'typebox';
import type { ResponseHeader } from './response-headers.ts';
import { OwnWords } from './text.ts';

interface ErrorRow {
  status: number;
  means: string;
  /** Headers of such a response besides those of every response. */
  headers?: readonly ResponseHeader[];
}

/** Every error of the API: its status and meaning. Each has a page in `docs/errors/`. */
export const errors = {
  invalid_request: { status: 400, means: 'The body, a query parameter or a path parameter is malformed.' },
  invalid_version: { status: 400, means: 'The version is not SemVer 2.0.0, or exceeds its limits.' },
  invalid_id: { status: 400, means: 'The id is malformed or reserved.' },
  id_mismatch: { status: 400, means: 'An id in the body differs from the one in the path.' },
  authorization_pending: {
    status: 400,
    means: 'Nobody has approved or denied the device yet; poll again after the interval.',
  },
  slow_down: { status: 400, means: 'The device polls too often; wait longer between two polls.' },
  access_denied: {
    status: 400,
    means: 'The device was denied access, or the account that approved it lost its own.',
  },
  expired_token: { status: 400, means: 'The device code has expired; request another one.' },
  invalid_grant: { status: 400, means: 'The device code is unknown or was used; request another one.' },
  invalid_link: {
    status: 400,
    means: 'The token of the link is unknown, was used or has expired; request another message.',
  },
  sign_in_failed: {
    status: 400,
    means: 'The sign-in with the external provider failed: its answer is invalid, was used or is too late.',
  },
  unauthenticated: {
    status: 401,
    means:
      'The Authorization header is missing, is not a bearer token, or its token is unknown, expired or revoked.',
    headers: ['WWW-Authenticate'],
  },
  recent_sign_in_required: {
    status: 401,
    means: 'The person of the session must prove again who they are, because it was too long ago.',
    headers: ['WWW-Authenticate'],
  },
  passkey_required: {
    status: 401,
    means: 'The account needs a passkey for this; the session must prove it.',
    headers: ['WWW-Authenticate'],
  },
  invalid_personal_access_token: {
    status: 401,
    means: 'The personal access token in the body is unknown, expired or revoked.',
    headers: ['WWW-Authenticate'],
  },
  invalid_identity_token: {
    status: 401,
    means:
      'The OpenID Connect token is malformed, expired, was exchanged before, is meant for somebody else, or its issuer is not trusted here.',
    headers: ['WWW-Authenticate'],
  },
  forbidden: { status: 403, means: 'The caller has no right to do this.' },
  email_unverified: {
    status: 403,
    means: 'The e-mail address of the account is not verified; follow the link in the message to it.',
  },
  password_breached: {
    status: 403,
    means: 'The password was found in a breach of another service; set a new one by the link in a message.',
  },
  sign_in_method_off: { status: 403, means: 'This registry does not offer this way to sign in.' },
  second_factor_required: {
    status: 403,
    means: 'The account needs a second factor for this, and has none.',
  },
  forbidden_field: { status: 403, means: 'Only a moderator may change this field.' },
  read_only: {
    status: 403,
    means: 'The registry is a mirror and takes no writes; send them to the registry that it mirrors.',
  },
  node_banned: { status: 403, means: 'The node is banned.' },
  publisher_banned: { status: 403, means: 'The publisher is banned.' },
  version_unavailable: {
    status: 403,
    means: 'The version exists but cannot be installed: it is pending, flagged, banned or deleted.',
  },
  untrusted_identity: {
    status: 403,
    means: 'No trusted publisher accepts the CI job; `details` has what differs, claim by claim.',
  },
  trusted_publishing_required: {
    status: 403,
    means: 'The node is published by trusted CI jobs only, and not with a stored token.',
  },
  quota_exceeded: { status: 403, means: 'A quota is used up; a moderator can raise it.' },
  not_found: { status: 404, means: 'There is nothing at this URL.' },
  publisher_not_found: { status: 404, means: 'There is no such publisher.' },
  node_not_found: { status: 404, means: 'There is no such node, or it was deleted.' },
  version_not_found: { status: 404, means: 'There is no such version of the node.' },
  app_node_not_found: { status: 404, means: 'There is no such app-node in the version, or in any node.' },
  method_not_allowed: {
    status: 405,
    means: 'This URL does not support the method; see Allow.',
    headers: ['Allow'],
  },
  request_timeout: { status: 408, means: 'The request did not arrive in time.' },
  version_exists: {
    status: 409,
    means: 'The version number is taken: a package was stored under it before.',
  },
  id_taken: { status: 409, means: 'The id is taken, possibly by something that was deleted.' },
  identity_taken: {
    status: 409,
    means: 'The identity at the provider belongs to another account, or the account has another one there.',
  },
  illegal_transition: {
    status: 409,
    means: 'The current state does not allow this transition; see /transitions.',
  },
  job_running: { status: 409, means: 'A process is doing the job; wait until it ends.' },
  package_exists: { status: 409, means: 'Another package is already stored for this version.' },
  request_in_progress: {
    status: 409,
    means: 'A request with the same Idempotency-Key is being carried out.',
    headers: ['Retry-After'],
  },
  position_unknown: {
    status: 410,
    means: 'The position is not one of this log, or its documents were rendered anew; start over.',
  },
  body_too_large: { status: 413, means: 'The JSON body exceeds the limit.' },
  package_too_large: { status: 413, means: 'The package exceeds the limit.' },
  uri_too_long: { status: 414, means: 'The URL exceeds the limit.' },
  unsupported_media_type: {
    status: 415,
    means: 'The Content-Type is not supported at this URL, or the body has a Content-Encoding.',
  },
  range_not_satisfiable: {
    status: 416,
    means: 'The requested range lies outside the package.',
    headers: ['Content-Range'],
  },
  invalid_package: { status: 422, means: 'The package is not a zip archive, or is damaged or hostile.' },
  package_mismatch: { status: 422, means: 'The package contradicts the published metadata.' },
  idempotency_key_reused: {
    status: 422,
    means: 'The Idempotency-Key was used before, with another body or by a request whose answer is not kept.',
  },
  rate_limited: {
    status: 429,
    means: 'Too many requests; wait for the time in Retry-After.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  headers_too_large: { status: 431, means: 'The URL and the headers together exceed the limit.' },
  internal: { status: 500, means: 'The server failed; the request id identifies the cause in its log.' },
  read_timeout: {
    status: 503,
    means: 'The list or the search took longer than it may and was ended; ask for less.',
    headers: ['Retry-After'],
  },
  unavailable: {
    status: 503,
    means: 'The storage, or another server that the request needs, is unavailable; try again later.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];
export const ErrorCode = Type.Enum(errorCodes, {
  description: 'A stable code; each has a page in the documentation',
});

export const ErrorReply = Type.Object(
  {
    error: ErrorCode,
    message: OwnWords('What was wrong and what to do'),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: OwnWords('JSON Pointer of the faulty value'),
          message: OwnWords(),
        }),
        { description: 'One entry for each fault' },
      ),
    ),
    request_id: Type.String({ description: 'The value of the X-Request-Id header' }),
  },
  { description: 'Every response that is not 2xx or 304' },
);
export type ErrorReply = Type.Static<typeof ErrorReply>;
