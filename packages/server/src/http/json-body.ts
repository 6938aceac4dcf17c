import { type FastifyInstance, errorCodes } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Takes JSON as the only form of a body. Bytes that are not UTF-8 are refused, lest they become other text. */
export const registerJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      void parse(request, utf8.decode(body), done);
    } catch {
      done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    }
  });
};
