import { createHmac, hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import fastifyCsrf from '@fastify/csrf-protection';
import { limits } from '@patchbay/contract';
import type { SentPackage } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError, bodyTooLarge, packageTooLarge } from '../errors.ts';
import { copyOfPart, formFields, interrupted, late, readBytes, watchArrival } from '../http/read-body.ts';
import { formMediaType, openForm } from '../http/form-body.ts';
import { BlobTooLargeError } from '../packages/blobs/blob-store.ts';
import type { SiteCookies } from './cookies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a form of the site may hold a file. */
    takesPackage?: boolean;
  }
}

/** Reads forms as browsers send them. Only those of this site are read here. */
export const takeForms = (scope: FastifyInstance, { config }: Pick<Context, 'config'>): void => {
  const arrivalMs = config.REQUEST_TIMEOUT * 1000;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(formMediaType, (request, payload: IncomingMessage, done) => {
    if (request.routeOptions.config.takesPackage === true) readPackageForm(request, payload, arrivalMs, done);
    else done(takesNoFile());
  });
  // A package that nobody read: its sender may look for the answer only when all is sent.
  scope.addHook('onResponse', (request, _reply, done) => {
    request.package?.resume();
    done();
  });
  scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    readBytes(payload, { bytesMax: limits.bodyBytesMax, arrivalMs }, (error, bytes) => {
      const fields = error ?? formFields(bytes.toString());
      if (fields instanceof Error) done(fields);
      else done(null, fields);
    });
  });
};

const takesNoFile = (): ApiError =>
  new ApiError('unsupported_media_type', 'This form takes no file. Open its page and send it again.');

const fieldsMax = 20;
const partHeadBytesMax = 8 * 1024;

type Done = (error: Error | null, fields?: URLSearchParams) => void;

/**
 * Reads the fields of a form up to its file. The request goes on as soon as the file begins, so that nothing of it is
 * kept for a visitor who may not send it; what answers the form reads `request.package` as it comes.
 */
const readPackageForm = (
  request: FastifyRequest,
  payload: IncomingMessage,
  arrivalMs: number,
  done: Done,
): void => {
  watchArrival(request.raw, arrivalMs);
  const form = openForm(request, {
    limits: {
      files: 1,
      fields: fieldsMax,
      fieldSize: limits.bodyBytesMax,
      headerPairs: fieldsMax,
      headerSize: partHeadBytesMax,
    },
  });
  if (form === undefined) return done(broken());
  const fields = new URLSearchParams();
  let isOver = false;
  const end: Done = (error) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    done(error, fields);
  };
  const fail = (error: Error): void => {
    request.package?.destroy(error);
    end(error);
  };
  const timer = setTimeout(() => fail(late(arrivalMs)), arrivalMs);
  form.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) fail(bodyTooLarge(limits.bodyBytesMax));
    else fields.append(name, value);
  });
  form.on('file', (_name, part) => {
    part.on('error', () => fail(broken()));
    if (isOver) return part.resume();
    request.package = copyOfPart(part);
    end(null);
  });
  form.on('fieldsLimit', () => fail(broken())).on('filesLimit', () => fail(broken()));
  form.on('finish', () => end(null)).on('error', () => fail(broken()));
  payload.once('aborted', () => fail(interrupted()));
  payload.pipe(form);
};

const broken = (): ApiError =>
  new ApiError(
    'invalid_request',
    'The form is broken, or has more than one file. Open its page and send it again.',
  );

const tokenField = 'form_token';

/**
 * Has `csrfProtection` of the scope refuse forms without a good token, and returns what makes the tokens. One is good in
 * the browser that got it, which a cookie tells, and for the session it had there: it ends when somebody signs in or out.
 */
export const guardForms = async (
  scope: FastifyInstance,
  { config }: Pick<Context, 'config'>,
  cookies: SiteCookies,
): Promise<(request: FastifyRequest, reply: FastifyReply) => string> => {
  const sessionOf = (request: FastifyRequest): string =>
    hash('sha256', cookies.session(request) ?? '', 'base64url');
  await scope.register(fastifyCsrf, {
    ...cookies.ofForms,
    csrfOpts: { hmacKey: createHmac('sha256', config.SECRET).update('forms of the site').digest('hex') },
    getToken: ({ body }) => (body instanceof URLSearchParams ? body.get(tokenField) : undefined) ?? undefined,
    getUserInfo: sessionOf,
    logLevel: 'debug',
  });
  return (request, reply) => reply.generateCsrf({ userInfo: sessionOf(request) });
};

/**
 * Streams the file of a form to the disk, within the room that this process has for packages, and removes it with
 * `until`. Undefined if the visitor chose no file.
 */
export const takePackage = async (
  { uploads, blobs, config: { PACKAGE_BYTES_MAX } }: Pick<Context, 'uploads' | 'blobs' | 'config'>,
  { id, client, package: file }: Pick<FastifyRequest, 'id' | 'client' | 'package'>,
  until: AsyncDisposableStack,
): Promise<SentPackage | undefined> => {
  if (file === undefined) return undefined;
  // By the visitor's network, so that no visitor counts for a publisher.
  const upload = until.use(await uploads.enter(`form:${client}`, `form:${id}`));
  try {
    const staged = until.use(await blobs.stage(file, PACKAGE_BYTES_MAX, (bytes) => upload.take(bytes)));
    return staged.bytes === 0 ? undefined : { bytes: await openAsBlob(staged.path), sha256: staged.sha256 };
  } catch (error) {
    if (error instanceof BlobTooLargeError) throw packageTooLarge(PACKAGE_BYTES_MAX);
    throw error;
  }
};
