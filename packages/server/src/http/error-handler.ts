import { type Renaming, ErrorReply, compileRename, limits, sentenceOfFault } from '@patchbay/contract';
import type { ErrorObject } from 'ajv';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ErrorDetail,
  ApiError,
  CorrectableError,
  DatabaseBusyError,
  ServerAwayError,
  isStorageAway,
  unavailable,
} from '../errors.ts';
import { BusyError } from '../limits/semaphore.ts';
import { errorPage } from '../present/error-page.ts';
import type { Engine } from '../store/engine.ts';
import { ReadTimeoutError } from '../store/long-read.ts';
import { pointerPart } from './find-faults.ts';
import { pages } from './security-headers.ts';
import { siteCalls } from './answer-request.ts';
import { wantsPage } from './request-head.ts';

const clientAway = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** Sends any error in the common format. Details that a caller must not see go to the log. */
export const errorHandler = (
  engine: Pick<Engine, 'isUnavailable'>,
  renaming: Renaming | undefined,
  prefix: string,
) => {
  const rename = compileRename(ErrorReply, renaming, 'toHost');
  const write = (error: ApiError, requestId: string): unknown => {
    // What a page of the site calls is read by its visitor.
    const answer =
      siteCalls.getStore() === true ? toPerson(error, requestId) : presentError(error, requestId);
    return rename === undefined || isOfPackage(error) ? answer : rename(answer);
  };
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toApiError(error, engine);
    if (known.status >= 500) logFailure(request.log, known);
    reply.errorCode = known.code;
    for (const name of ofAnswer) void reply.removeHeader(name);
    for (const [name, value] of Object.entries(known.headers)) void reply.header(name, value);
    void reply.code(known.status).header('cache-control', 'no-store');
    if (isForBrowser(error, request)) {
      void reply
        .headers(pages.forms)
        .type('text/html; charset=utf-8')
        .send(
          known instanceof CorrectableError
            ? known.page
            : errorPage(prefix, toPerson(known, request.id), request.routeOptions.url),
        );
      return;
    }
    void reply
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(write(known, request.id));
  };
};

/** What was said of an answer whose bytes then did not come. */
const ofAnswer = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'digest',
  'etag',
  'x-last-seq',
] as const;

/** With a stack where it may be a fault of ours. What was foreseen is a sentence, because nothing bounds how often. */
const logFailure = (log: FastifyBaseLogger, { cause, message }: ApiError): void => {
  if (cause instanceof ServerAwayError) return;
  if (cause === undefined || isForeseen(cause)) log.warn({ reason: cause?.message }, message);
  else if (cause instanceof Error) log.error({ err: cause }, message);
  else log.error({ reason: cause }, message);
};

const isForeseen = (cause: unknown): cause is Error =>
  cause instanceof DatabaseBusyError || cause instanceof BusyError || cause instanceof ReadTimeoutError;

/** Whether a person reads the answer: a browser asked for a page. Programs get the common format everywhere. */
const isForBrowser = (error: unknown, { routeOptions, headers }: FastifyRequest): boolean =>
  // What is no path has no route.
  (routeOptions.config?.isPage === true || (error as FastifyError).code === 'FST_ERR_BAD_URL') &&
  wantsPage(headers);

/** These errors name files of the package, which no profile renames. */
const isOfPackage = ({ code }: ApiError): boolean =>
  code === 'invalid_package' || code === 'package_mismatch';

export const presentError = (error: ApiError, requestId: string): ErrorReply => ({
  error: error.code,
  message: error.message,
  ...(error.details === undefined ? {} : { details: [...error.details] }),
  request_id: requestId,
});

/** As `presentError`, for somebody on a page. */
const toPerson = (error: ApiError, requestId: string): ErrorReply => ({
  ...presentError(error, requestId),
  message: error.sentence,
});

const malformedJson = [
  'invalid_request',
  'The body is not valid JSON. Correct it and send it again.',
  { details: [{ path: '', message: 'must be valid JSON' }] },
] as const;

/** Errors raised by the framework, with our messages. */
const frameworkErrors: Readonly<Record<string, ConstructorParameters<typeof ApiError>>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The Content-Type is missing or not supported here. Send application/json, or application/zip for a package.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [...malformedJson],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_request', 'A part of the path is longer than any id. Check the URL.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The path is not valid. Percent-encode it as UTF-8.'],
};

const toApiError = (error: unknown, engine: Pick<Engine, 'isUnavailable'>): ApiError => {
  // A failed cleanup must not hide the original failure.
  if (error instanceof SuppressedError) return toApiError(error.suppressed, engine);
  if (error instanceof ApiError) return error;
  if (error instanceof ReadTimeoutError) return readTimeout(error);
  if (error instanceof BusyError) return busy(error);
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>;
  if (validation !== undefined) return invalidRequest(validation as ErrorObject[], validationContext);
  const framework = code === undefined ? undefined : frameworkErrors[code];
  if (framework !== undefined) return new ApiError(...framework);
  if (code !== undefined && clientAway.has(code)) {
    return new ApiError(
      'invalid_request',
      'The connection closed before the whole body arrived. Send the request again.',
    );
  }
  if (isStorageAway(error) || engine.isUnavailable(error)) return unavailable(error);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(
      'invalid_request',
      'The request is not valid HTTP. Check the request line and the headers.',
      { cause: error },
    );
  }
  return new ApiError('internal', 'The server failed. Report the request id to its operator.', {
    cause: error,
  });
};

const busy = (error: BusyError): ApiError =>
  new ApiError('unavailable', `${error.message}. Try again in a moment.`, {
    headers: { 'retry-after': '5' },
    cause: error,
  });

const readTimeout = (error: ReadTimeoutError): ApiError =>
  new ApiError('read_timeout', readTimeouts[error.kind], { headers: { 'retry-after': '5' }, cause: error });

const readTimeouts: Readonly<Record<ReadTimeoutError['kind'], string>> = {
  list: `The list took longer than ${limits.readSecondsMax} seconds to read. Ask for an earlier page, fewer items, or with another filter.`,
  search: `The search took longer than ${limits.searchSecondsMax} second. Search for longer or more words.`,
};

const invalidRequest = (faults: readonly ErrorObject[], context: string | undefined): ApiError => {
  const place = context === 'querystring' ? 'query' : 'body';
  return new ApiError('invalid_request', `The ${place} is invalid. Correct each value listed in details.`, {
    details: faults.map(presentFault),
  });
};

const presentFault = (fault: ErrorObject): ErrorDetail => ({
  path: [fault.instancePath, ...keyOf(fault)].join('/'),
  message: sentenceOfFault(fault) ?? 'is not valid',
});

/** The invalid key itself, because it is missing or not allowed, as a part of a JSON Pointer. */
const keyOf = ({ keyword, params, propertyName }: ErrorObject): string[] => {
  const key = keyword === 'required' ? (params as { missingProperty: string }).missingProperty : propertyName;
  return key === undefined ? [] : [pointerPart(key)];
};
