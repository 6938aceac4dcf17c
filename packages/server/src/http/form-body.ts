import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, invalidValue, packageTooLarge } from '../errors.ts';
import { copyOfPart, late, interrupted, readBytes, watchArrival } from './read-body.ts';
import { jsonParser } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The package that follows the JSON of a form. */
    package: Readable | undefined;
  }
}

export const formMediaType = 'multipart/form-data';

interface Bounds {
  arrivalMs: number;
  packageBytesMax: number;
}

type Done = (error: Error | null, body?: unknown) => void;
type Parse = ReturnType<typeof jsonParser>;

/** Beside the package and the JSON: a boundary and a head for each part. */
const partHeadBytesMax = 8 * 1024;
const partHeadersMax = 20;

/**
 * Also accepts a form: the part `publish`, with the bytes of a JSON body, and behind it at most one more, the part
 * `package`. The request goes on as soon as the JSON is there, and its operation reads the package as it comes.
 */
export const registerFormBody = (scope: FastifyInstance, bounds: Bounds): void => {
  const parse = jsonParser(scope);
  scope.addContentTypeParser(formMediaType, (request, payload: IncomingMessage, done) => {
    watchArrival(request.raw, bounds.arrivalMs);
    readForm(request, payload, { ...bounds, parse }, done);
  });
  // A package that nobody read: its sender may look for the answer only when all is sent.
  scope.addHook('onResponse', (request, _reply, done) => {
    request.package?.resume();
    done();
  });
};

/** The largest form there can be. */
export const formBytesMax = (jsonBytesMax: number, packageBytesMax: number): number =>
  jsonBytesMax + packageBytesMax + 4 * partHeadBytesMax;

const readForm = (
  request: FastifyRequest,
  payload: IncomingMessage,
  { arrivalMs, packageBytesMax, parse }: Bounds & { parse: Parse },
  done: Done,
): void => {
  const { bodyLimit: jsonBytesMax } = request.routeOptions;
  const form = openForm(request, {
    // Also the JSON, so that it is read as the bytes of a body are.
    isPartAFile: () => true,
    limits: { files: 2, parts: 2, headerPairs: partHeadersMax, headerSize: partHeadBytesMax },
  });
  if (form === undefined) return done(broken('It has no boundary.'));
  let isOver = false;
  let parts: readonly Readable[] = [];
  const end: Done = (error, body) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    if (error !== null) for (const part of parts) part.resume();
    done(error, body);
  };
  const fail = (error: Error): void => {
    request.package?.destroy(error);
    end(error);
  };
  const timer = setTimeout(() => fail(late(arrivalMs)), arrivalMs);
  const json = Promise.withResolvers<unknown>();
  const goOn = (): void => void json.promise.then((body) => end(null, body));
  const readJson = (part: Readable): void =>
    readBytes(part, { bytesMax: jsonBytesMax, arrivalMs }, (error, bytes) => {
      if (error !== undefined) return fail(error);
      parse(request, bytes, (fault, body) => (fault === null ? json.resolve(body) : fail(fault)));
    });
  form.on('file', (name, part) => {
    part.on('error', () => fail(broken('It ends in the middle of a part.')));
    const expected = ['publish', 'package'][parts.length];
    parts = [...parts, part];
    if (isOver || name !== expected) {
      part.resume();
      return fail(broken(`Its part ${parts.length} is not "${expected}".`));
    }
    if (parts.length === 1) return readJson(part);
    request.package = copyOfPart(part);
    goOn();
  });
  form.on('finish', () => {
    if (parts.length === 0) fail(broken('It has no part "publish".'));
    else goOn();
  });
  form.on('error', () => fail(broken('It does not end with its boundary.')));
  let bytesLeft = 2 * formBytesMax(jsonBytesMax, packageBytesMax);
  payload.on('data', ({ length }: Buffer) => {
    bytesLeft -= length;
    if (bytesLeft < 0) fail(packageTooLarge(packageBytesMax));
  });
  payload.once('aborted', () => fail(interrupted()));
  payload.pipe(form);
};

/** Undefined if the head of the request names no boundary. */
export const openForm = (
  { headers }: FastifyRequest,
  options: Omit<BusboyConfig, 'headers'>,
): InstanceType<typeof Busboy> | undefined => {
  try {
    return new Busboy({
      ...options,
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
    });
  } catch {
    return undefined;
  }
};

const broken = (why: string): ApiError =>
  invalidValue(
    '',
    `The form is invalid. ${why} Send the JSON as its part "publish" and then the package as its part "package".`,
    'must be a form with these parts in this order',
  );
