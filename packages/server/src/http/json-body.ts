import { type FastifyInstance, errorCodes } from 'fastify';
import { readBytes } from './read-bytes.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The content type that clients send with a POST without a body. */
const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Accepts only JSON bodies; an empty form counts as no body. Bytes that are not UTF-8 are refused, because decoding
 * would replace them. Zero bytes count as no body, because clients declare a type whether or not they send something.
 */
export const registerJsonBody = (app: FastifyInstance, arrivalMs: number): void => {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const bounds = { bytesMax: request.routeOptions.bodyLimit, arrivalMs };
    readBytes(payload, bounds, (error, bytes) => {
      if (error !== undefined) return done(error);
      if (bytes.length === 0) return done(null, undefined);
      let text: string;
      try {
        text = utf8.decode(bytes);
      } catch {
        return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
      }
      void parse(request, text, done);
    });
  });
  app.addContentTypeParser<Buffer>(formMediaType, { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(formMediaType));
  });
};
