import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '@patchbay/contract';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../errors.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { presentError } from './error-handler.ts';
import type { RefuseUnrouted } from './refusals.ts';
import { everyAnswer } from './security-headers.ts';

/** The parser's error for bytes that are no request. */
interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** Sends an error in the common format for what never becomes a request, and closes the connection. */
export const refuseMalformedRequest =
  (log: FastifyBaseLogger, refuse: RefuseUnrouted) =>
  (error: Error, socket: Duplex, isPreflight = isOfPreflight(error)): void => {
    log.debug({ err: error }, 'a malformed request');
    if (!socket.writable) return;
    const refusal = [error, refusalOfMethod(error, refuse)].find((one) => one instanceof ApiError);
    socket.end(isPreflight ? write(204, preflightHeaders, '') : writeRefusal(refusal ?? refusalOf(error)));
  };

const isOfPreflight = ({ rawPacket }: ParserError): boolean =>
  rawPacket?.toString('latin1', 0, 8) === 'OPTIONS ';

/** The methods of the registry of HTTP that the parser does not know, at the beginning of a request. */
const unknownToParser =
  /^(?:BASELINE-CONTROL|CHECKIN|LABEL|MKREDIRECTREF|MKWORKSPACE|ORDERPATCH|UNCHECKOUT|UPDATE|UPDATEREDIRECTREF|VERSION-CONTROL) (\S+) HTTP\/1\.[01]\r?\n/;

/** The refusal of the URL that a request with such a method names. */
const refusalOfMethod = ({ code, rawPacket }: ParserError, refuse: RefuseUnrouted): Error | undefined => {
  const [, url] =
    (code === 'HPE_INVALID_METHOD' && unknownToParser.exec(rawPacket?.toString('latin1') ?? '')) || [];
  return url === undefined ? undefined : refuse(url);
};

/** Answers a CONNECT request, which bypasses the framework. */
export const refuseConnect = (socket: Duplex): void => {
  const headers = { allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' };
  const refusal = new ApiError(
    'method_not_allowed',
    'This server is not a proxy and does not support CONNECT. Send requests to it directly.',
    {
      headers,
    },
  );
  socket.on('error', () => undefined).end(writeRefusal(refusal));
};

const refusalOf = ({ code, rawPacket }: ParserError): ApiError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('request_timeout', 'The request did not arrive in time. Send it again.');
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return new ApiError(
      'invalid_request',
      'The request is not valid HTTP. Check the request line and the headers.',
    );
  }
  return isWithinTarget(rawPacket)
    ? new ApiError('uri_too_long', `The URL is longer than ${limits.headBytesMax} bytes. Split the request.`)
    : new ApiError(
        'headers_too_large',
        `The URL and the headers together are longer than ${limits.headBytesMax} bytes. Send fewer or shorter headers.`,
      );
};

/** Whether the first packet of a request contains no complete request line within the limit. */
const isWithinTarget = (packet: Buffer | undefined): boolean => {
  if (packet === undefined) return false;
  const end = packet.indexOf('\n');
  return /^[A-Z-]+ /.test(packet.toString('latin1', 0, 32)) && (end === -1 || end > limits.headBytesMax);
};

/** A complete response for a connection that closes afterwards. */
export const writeRefusal = (refusal: ApiError): string => {
  const requestId = uuidv7();
  const headers = {
    ...everyAnswer,
    ...corsHeaders,
    ...refusal.headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };
  return write(refusal.status, headers, JSON.stringify(presentError(refusal, requestId)));
};

const write = (status: number, headers: Readonly<Record<string, string>>, body: string): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
