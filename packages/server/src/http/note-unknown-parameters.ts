import { limits } from '@patchbay/contract';
import type { onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of query parameters that the endpoint does not know. */
    unknownParameters: number;
  }
}

/** Lists the query parameters that were ignored. */
export const unknownParametersHeader = 'Patchbay-Unknown-Parameters';

const { unknownParametersMax, unknownParameterCharsMax } = limits;

/** Runs before validation drops them: a response header names the parameters that the endpoint ignored. */
export const noteUnknownParameters = (
  known: ReadonlySet<string>,
  count: (parameters: number) => void,
): onRequestHookHandler => {
  return (request, reply, done) => {
    const unknown = Object.keys(request.query as object).filter((name) => !known.has(name));
    request.unknownParameters = unknown.length;
    if (unknown.length > 0) {
      count(unknown.length);
      void reply.header(unknownParametersHeader, listNames(unknown));
    }
    done();
  };
};

/** Names chosen by a caller as a header value: few, short, and without characters that are special in a header. */
const listNames = (names: readonly string[]): string =>
  names
    .slice(0, unknownParametersMax)
    .map((name) => name.slice(0, unknownParameterCharsMax).replaceAll(/[^\w.-]/g, '_') || '_')
    .join(', ');
