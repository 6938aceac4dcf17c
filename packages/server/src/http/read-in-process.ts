import { type Endpoint, type EndpointName, endpoints, wireOf } from '@patchbay/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BarePage, Shared } from '../operations/answers.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import type { ReadConnection } from '../store/store.ts';
import { type DirectRead, callOf, directRead } from './call-of.ts';
import type { Edge } from './edge.ts';
import { largestAnswer } from './largest-answer.ts';
import { limitRates, takeRates } from './rates/limit-rates.ts';
import { validatorCompiler } from './compilers.ts';

/** The request for the page that reads, and what its calls read the database with. */
export interface PageReads {
  request: FastifyRequest;
  reply: FastifyReply;
  read: ReadConnection;
}

/**
 * What an endpoint answers to any visitor of a page, in the names of the contract. Undefined where only a request can
 * tell: for everything but public reads, and for what is refused or fails, so that an error is worded in one place.
 */
export type ReadInProcess = (
  page: PageReads,
  method: string,
  path: string,
  args: object,
) => Promise<object | undefined>;

type Read = (page: PageReads, args: object) => Promise<object | undefined>;

/**
 * Reads public endpoints in this process, under the same rates, bounds and checks as requests, but without a request and
 * its text. A page that made requests would spend most of its time on them.
 */
export const readInProcess = (edge: Edge): ReadInProcess => {
  const reads = new Map<string, Read>(
    (Object.entries(endpoints) as [EndpointName, Endpoint][])
      .filter(([, endpoint]) => isPublicRead(endpoint))
      .map(([name, endpoint]) => [endpoint.path, readOf(edge, name, endpoint)]),
  );
  return async (page, method, path, args) => (method === 'GET' ? reads.get(path)?.(page, args) : undefined);
};

const isPublicRead = ({ method, auth, reply, counts, waits = false }: Endpoint): boolean =>
  method === 'GET' &&
  !waits &&
  (auth === 'public' || auth === 'optional') &&
  typeof reply.body === 'object' &&
  counts === undefined;

const readOf = (edge: Edge, name: EndpointName, endpoint: Endpoint): Read => {
  const { context, largeResponses } = edge;
  const { looseVersions } = context.profile.compat;
  const wire = wireOf(endpoint, undefined, { looseVersions });
  const operate: Operation<Endpoint> = operations[name];
  const isValid = queryCheck(endpoint);
  const { beforeAuthentication, beforeBody, afterBody } = limitRates(edge, { name, endpoint, wire, operate });
  const hooks = [...beforeAuthentication, ...beforeBody, ...afterBody];
  const answer = async (asked: DirectRead, read: ReadConnection): Promise<object> => {
    const store = { ...context.store, read };
    const shared: unknown = await operate({ ...context, store, documents: undefined }, callOf(asked, wire));
    const found: unknown = shared instanceof Shared ? await shared.read() : shared;
    return found instanceof BarePage ? found.items : (found as object);
  };
  return async ({ request, reply, read }, args) => {
    const asked = askedOf(endpoint, request, args);
    if (!isValid(asked.query) || !(await takeRates(hooks, asked))) return undefined;
    try {
      const bytesMax = largestAnswer(endpoint, wire, asked);
      if (bytesMax === 0) return await answer(asked, read);
      const release = await largeResponses.enter(request.client, reply.raw, bytesMax);
      try {
        return await answer(asked, read);
      } finally {
        release();
      }
    } catch {
      edge.rates?.giveBack(asked);
      return undefined;
    }
  };
};

type Argument = string | number | boolean | readonly string[] | undefined;

/** A request as its URL would be parsed: what is not in the path is in the query, as text. */
const askedOf = ({ path }: Endpoint, { raw, ip, id }: FastifyRequest, args: object): DirectRead => {
  const params: Record<string, string> = {};
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(args as Readonly<Record<string, Argument>>)) {
    if (value === undefined) continue;
    if (path.includes(`{${name}}`)) params[name] = String(value);
    else query[name] = typeof value === 'object' ? [...value] : String(value);
  }
  return directRead({ raw, ip, id, headers: {}, params, query });
};

/** Whether a query is valid, whose values it makes those of their types. */
const queryCheck = ({ query: schema, method, path: url }: Endpoint): ((query: unknown) => boolean) => {
  if (schema === undefined) return () => true;
  const validate = validatorCompiler({ schema, method, url, httpPart: 'querystring' });
  return (query) => validate(query) === true;
};
