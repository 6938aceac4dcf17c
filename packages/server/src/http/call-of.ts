import type { Endpoint, Wire } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../operations/operation.ts';
import { ApiError } from '../errors.ts';
import { actorName } from '../authorization/rights.ts';
import { anonymous, bearerOf } from './authenticate.ts';
import type { CountedRequest } from './rates/limit-rates.ts';

/** A request whose query and body are valid. */
export type ValidRequest = Pick<
  FastifyRequest,
  'actor' | 'query' | 'ip' | 'id' | 'params' | 'body' | 'headers' | 'package'
> &
  Partial<Pick<FastifyRequest, 'gone'>>;

/** A read that does not come through the framework, as its rates and its operation take it. */
export type DirectRead = ValidRequest & CountedRequest;

/** The read as it begins: nothing is known of its caller, and nothing is taken of its rates. */
export const directRead = (
  asked: Pick<DirectRead, 'raw' | 'ip' | 'id' | 'headers' | 'params' | 'query'>,
): DirectRead => ({ ...asked, body: undefined, package: undefined, actor: anonymous, rateResults: [] });

/** A validated request as its operation takes it: in neutral names, its versions in canonical form. */
export const callOf = (
  request: ValidRequest,
  { readParams, readBody, readQuery }: Wire,
  body: unknown = request.body,
): Call<Endpoint> => {
  const { actor, query, ip, id } = request;
  const sent = request.params as Readonly<Record<string, string>>;
  if (Object.values(sent).some((value) => value.includes('\0'))) {
    throw new ApiError(
      'not_found',
      'There is nothing at this URL: an id cannot contain a NUL character. Check the id.',
    );
  }
  return {
    actor,
    claimed: actor,
    cause: { actor: actorName(actor), requestId: id },
    bearer: bearerOf(request),
    ip,
    headers: request.headers,
    agent: request.headers['user-agent'],
    params: readParams === undefined ? sent : readParams(sent),
    query: readQuery === undefined ? query : readQuery(query),
    body: readBody === undefined ? body : readBody(body),
    gone: request.gone,
    package: request.package,
  } as Call<Endpoint>;
};
