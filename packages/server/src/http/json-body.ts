import { type FastifyInstance, errorCodes } from 'fastify';
import { readBytes } from './read-bytes.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What clients send along with a POST that has no body. */
const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Takes JSON as the only form of a body; an empty form is none. Bytes that are not UTF-8 are refused, because decoding would replace them by
 * other text. No bytes are no body: clients declare a type whether they send something or not.
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
