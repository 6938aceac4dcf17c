import type { Context } from '../../context.ts';
import { identify } from '../../accounts/identify.ts';
import { Shared } from '../../operations/answers.ts';
import { storedDocuments } from '../../operations/index.ts';
import { bearerOf } from '../authenticate.ts';
import { type DirectRead, callOf, directRead } from '../call-of.ts';
import { corsHeaders } from '../cors.ts';
import { type Edge, type Route, routeOf } from '../edge.ts';
import { limitRates, takeRates } from '../rates/limit-rates.ts';
import { rateHeaders } from '../rates/rate-counter.ts';
import { everyAnswer } from '../security-headers.ts';
import { countInstall, lifetimeOf } from './cache-policy.ts';
import { jsonHeaders, publicCaching, render } from './render-and-cache.ts';
import type { FindAnswer, KeptAnswer } from './response-cache.ts';

type FindDocument = (context: Context, params: unknown) => Promise<string | undefined> | undefined;

/** The key of what is kept under this URL for all who may see as much. */
export const sharedKey = (url: string, { scope }: Pick<Shared<unknown>, 'scope'>): string =>
  `${url}\0${scope}`;

/** Finds the list that is kept for the caller of a read whose path and query are known to be valid. */
export const findShared = (
  edge: Edge,
  route: Route,
  valid: Pick<DirectRead, 'params' | 'query'>,
): FindAnswer => {
  const { context, responseCache: cache } = edge;
  return finder(edge, limitRates(edge, route), valid, async (asked, url) => {
    const shared: unknown = await route.operate(context, {
      ...callOf(asked, route.wire),
      attempt: undefined,
    });
    if (!(shared instanceof Shared)) return undefined;
    await cache.catchUp(shared.logEnd);
    return cache.answer(sharedKey(url, shared));
  });
};

/** Finds the document that anyone reads at a URL. Undefined for a URL of anything else, or in another spelling. */
export const documentFinder = (edge: Edge): ((url: string) => FindAnswer | undefined) => {
  const { context, responseCache: cache, wires } = edge;
  const fixedPaths = new Set(Object.values(wires).map(({ path }) => path));
  const routes = (Object.keys(storedDocuments) as (keyof typeof storedDocuments)[]).map((name) => {
    const find = storedDocuments[name] as FindDocument;
    const route = routeOf(edge, name);
    const { path, readParams = (sent) => sent } = route.wire;
    const rates = limitRates(edge, route);
    const findAnswer = async (params: DirectRead['params'], url: string): Promise<KeptAnswer | undefined> => {
      const { generation } = cache;
      const document = await find(context, readParams(params));
      if (document === undefined) return undefined;
      const answer = renderDocument(edge, route, document);
      cache.keep(url, () => answer, { ...lifetimeOf(route.endpoint, params), generation });
      return answer;
    };
    return { pattern: patternOf(path), rates, findAnswer };
  });
  return (url) => {
    if (fixedPaths.has(url)) return undefined;
    for (const { pattern, rates, findAnswer } of routes) {
      const params = pattern.exec(url)?.groups;
      if (params === undefined) continue;
      return finder(edge, rates, { params, query: {} }, () => findAnswer(params, url));
    }
    return undefined;
  };
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>[\w.~-]{1,100})`)}$`);

/** Calls `find` once the rates allow it and the caller is known. */
const finder = (
  { context, addressOf, rates }: Edge,
  { beforeAuthentication, beforeBody, afterBody }: ReturnType<typeof limitRates>,
  { params, query }: Pick<DirectRead, 'params' | 'query'>,
  find: (asked: DirectRead, url: string) => Promise<KeptAnswer | undefined>,
): FindAnswer => {
  const findFor = async (asked: DirectRead, url: string): ReturnType<FindAnswer> => {
    if (!(await takeRates(beforeAuthentication, asked))) return undefined;
    if (asked.headers.authorization !== undefined) {
      const bearer = bearerOf(asked);
      const actor = bearer === undefined ? undefined : await identify(context, bearer);
      if (actor === undefined) return undefined;
      asked.actor = actor;
    }
    if (!(await takeRates(beforeBody, asked)) || !(await takeRates(afterBody, asked))) return undefined;
    const answer = await find(asked, url);
    // One that is long has to be reserved first.
    if (typeof answer?.body !== 'string') return undefined;
    const { rateResults } = asked;
    return {
      answer,
      headers: rateResults.length === 0 ? [] : Object.entries(rateHeaders(rateResults)).flat(),
    };
  };
  return async (request, id) => {
    const { headers, url = '' } = request;
    const asked = directRead({ raw: request, ip: addressOf(request), id, headers, params, query });
    let found: Awaited<ReturnType<FindAnswer>>;
    try {
      found = await findFor(asked, url);
    } finally {
      // The framework handles the request from its beginning and counts it there.
      if (found === undefined) rates?.giveBack(asked);
    }
    return found;
  };
};

/** The headers that the framework gives such an answer. */
const documentHeaders = Object.entries({
  ...everyAnswer,
  ...corsHeaders,
  ...publicCaching,
  ...jsonHeaders,
}).flat();

const renderDocument = (edge: Edge, { name, endpoint }: Route, json: string): KeptAnswer => {
  const rendered = render(json);
  return {
    ...rendered,
    bytes: Buffer.byteLength(rendered.body),
    headers: documentHeaders,
    meter: edge.context.metrics.requestsOf(name),
    ...(endpoint.counts === 'download' ? { onSend: countInstall(edge, JSON.parse(json)) } : {}),
    encoded: new Map(),
  };
};
