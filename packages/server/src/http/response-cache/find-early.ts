import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import { identify } from '../../accounts/identify.ts';
import { Json, Shared } from '../../operations/answers.ts';
import { operations } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { anonymous, bearerOf } from '../authenticate.ts';
import { type ValidRequest, callOf } from '../call-of.ts';
import { corsHeaders } from '../cors.ts';
import type { Edge, Route } from '../edge.ts';
import { type CountedRequest, limitRates, takeRates } from '../rates/limit-rates.ts';
import { rateHeaders } from '../rates/rate-counter.ts';
import { everyAnswer } from '../security-headers.ts';
import { countInstall, lifetimeOf } from './cache-policy.ts';
import { jsonHeaders, publicCaching, render } from './render-and-cache.ts';
import type { FindAnswer, KeptAnswer } from './response-cache.ts';

type Asked = ValidRequest & CountedRequest;

/** The key of what is kept under this URL for all who may see as much. */
export const sharedKey = (url: string, { scope }: Pick<Shared<unknown>, 'scope'>): string =>
  `${url}\0${scope}`;

/**
 * Finds the answer to a read whose path and query are known to be valid, if it is a list that is kept for callers like this
 * one, or the document that anyone reads.
 */
export const findEarly = (
  edge: Edge,
  route: Route,
): ((asked: Pick<Asked, 'params' | 'query'>) => FindAnswer) => {
  const { context, responseCache: cache, addressOf, rates } = edge;
  const { beforeAuthentication, beforeBody, afterBody } = limitRates(edge, route);
  const find = async (asked: Asked, url: string): ReturnType<FindAnswer> => {
    if (!(await takeRates(beforeAuthentication, asked))) return undefined;
    if (asked.headers.authorization !== undefined) {
      const bearer = bearerOf(asked);
      const actor = bearer === undefined ? undefined : await identify(context, bearer);
      if (actor === undefined) return undefined;
      asked.actor = actor;
    }
    if (!(await takeRates(beforeBody, asked)) || !(await takeRates(afterBody, asked))) return undefined;
    const { generation } = cache;
    const result: unknown = await route.operate(context, {
      ...callOf(asked, route.wire),
      attempt: undefined,
    });
    let answer: KeptAnswer | undefined;
    if (result instanceof Shared) {
      await cache.catchUp(result.logEnd);
      answer = cache.answer(sharedKey(url, result));
    } else if (result instanceof Json && asked.actor.kind === 'anonymous') {
      answer = renderDocument(edge, route, result);
      const document = answer;
      cache.keep(url, () => document, { ...lifetimeOf(route.endpoint, asked.params), generation });
    }
    // One that is long has to be reserved first.
    if (typeof answer?.body !== 'string') return undefined;
    const { rateResults } = asked;
    return {
      answer,
      headers: rateResults.length === 0 ? [] : Object.entries(rateHeaders(rateResults)).flat(),
    };
  };
  return ({ params, query }) =>
    async (request, id) => {
      const { headers, url = '' } = request;
      const asked: Asked = {
        raw: request,
        ip: addressOf(request),
        id,
        headers,
        params,
        query,
        body: undefined,
        package: undefined,
        actor: anonymous,
        rateResults: [],
      };
      let found: Awaited<ReturnType<FindAnswer>>;
      try {
        found = await find(asked, url);
      } finally {
        // The framework handles the request from its beginning and counts it there.
        if (found === undefined) rates?.giveBack(asked);
      }
      return found;
    };
};

/** Finds what answers an anonymous read of a document. Undefined for a URL of anything else, or in another spelling. */
export const documentFinder = (edge: Edge): ((url: string) => FindAnswer | undefined) => {
  const paths = Object.values(edge.wires).map(({ path }) => path);
  const fixedPaths = new Set(paths.filter((path) => !path.includes('{')));
  const documents = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { isDocument }]) => isDocument === true,
  );
  const routes = documents.map(([name, endpoint]) => {
    const wire = edge.wires[name];
    const operate = operations[name] as unknown as Operation<Endpoint>;
    const pattern = new RegExp(`^${wire.path.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>[\w.~-]{1,100})`)}$`);
    return { pattern, find: findEarly(edge, { name, endpoint, wire, operate }) };
  });
  return (url) => {
    if (fixedPaths.has(url)) return undefined;
    for (const { pattern, find } of routes) {
      const params = pattern.exec(url)?.groups;
      if (params !== undefined) return find({ params, query: {} });
    }
    return undefined;
  };
};

/** The headers that the framework gives such an answer. */
const documentHeaders = Object.entries({
  ...everyAnswer,
  ...corsHeaders,
  ...publicCaching,
  ...jsonHeaders,
}).flat();

const renderDocument = (edge: Edge, { name, endpoint }: Route, document: Json): KeptAnswer => {
  const rendered = render(document.text);
  return {
    ...rendered,
    bytes: Buffer.byteLength(rendered.body),
    headers: documentHeaders,
    meter: edge.context.metrics.requestsOf(name),
    ...(endpoint.counts === 'download' ? { onSend: countInstall(edge, document) } : {}),
    encoded: new Map(),
  };
};
