import type { IncomingMessage } from 'node:http';
import { limits } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { formMediaType } from '../http/form-body.ts';
import { formFields } from '../http/form-fields.ts';
import { readBytes } from '../http/read-bytes.ts';
import { readPackageForm } from './read-package-form.ts';

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
