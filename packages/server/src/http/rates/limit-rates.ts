import { callbackify } from 'node:util';
import {
  type Rate,
  type RateName,
  type RateCosts,
  type Weight,
  authOf,
  limits,
  rates,
  rateCostsOf,
} from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { identifyToken, isModerator } from '../../accounts/identify.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { type Actor, may } from '../../authorization/rights.ts';
import type { Claim } from '../../limits/rate-limiter.ts';
import { askedItems } from '../largest-answer.ts';
import { bearerOf } from '../authenticate.ts';
import type { Edge, Route } from '../edge.ts';
import type { RateCounter } from './rate-counter.ts';
import { type RateSubject, accountOf, networksOfClient, publisherOf } from './rate-subjects.ts';

/** The part of a request that its rates depend on, and what it took of them. */
export type CountedRequest = Pick<
  FastifyRequest,
  'raw' | 'headers' | 'actor' | 'params' | 'query' | 'body' | 'rateResults'
>;

type Done = (refusal?: Error) => void;
type CountRequest = (request: CountedRequest, reply: unknown, done: Done) => void;
export type CountBody = (request: CountedRequest, bytes: number, done: Done) => void;

/** The hooks that limit the rates of one endpoint, in the order in which a request meets them. */
interface RateHooks {
  beforeAuthentication: CountRequest[];
  beforeBody: CountRequest[];
  /** For what a body costs to parse, by its length in bytes. */
  ofBody: CountBody;
  afterBody: CountRequest[];
}

/** Each bucket is asked as soon as it is known: a flood must cost less than its answers would. */
export const limitRates = (edge: Edge, route: Route): RateHooks => {
  const rateCosts = rateCostsOf(route.endpoint);
  const { rates: counter } = edge;
  if (counter === undefined || Object.keys(rateCosts).length === 0) {
    return {
      beforeAuthentication: [],
      beforeBody: [],
      ofBody: countNothing,
      afterBody: [],
    };
  }
  const ofEndpoint = new EndpointRateLimits(edge, route, rateCosts, counter);
  return {
    beforeAuthentication: [(request, _reply, done) => ofEndpoint.countAddress(request, done)],
    beforeBody: [(request, _reply, done) => ofEndpoint.countActor(request, request.actor, done)],
    ofBody: (request, bytes, done) => ofEndpoint.countBytes(request, bytes, done),
    afterBody: [
      (request, _reply, done) => ofEndpoint.countItems(request, done),
      (request, _reply, done) => ofEndpoint.countBody(request, done),
    ],
  };
};

/** Takes what these hooks take; resolves to whether there was enough. */
export const takeRates = async (
  hooks: readonly CountRequest[],
  request: CountedRequest,
): Promise<boolean> => {
  for (const hook of hooks) {
    const refusal = await new Promise<Error | undefined>((resolve) => hook(request, undefined, resolve));
    if (refusal !== undefined) return false;
  }
  return true;
};

/** For bodies that no rate weighs. */
export const countNothing: CountBody = (_request, _bytes, done) => done();

const askModerator = callbackify(isModerator);
const askPublisher = callbackify(publisherOf);
const askToken = callbackify(identifyToken);

class EndpointRateLimits {
  readonly #edge: Edge;
  readonly #route: Route;
  readonly #counter: RateCounter;
  readonly #costs: readonly (readonly [RateName, number | 'items'])[];
  readonly #ofItems: ReadonlySet<RateName>;

  constructor(edge: Edge, route: Route, rateCosts: RateCosts, counter: RateCounter) {
    this.#edge = edge;
    this.#route = route;
    this.#counter = counter;
    // What a refusal or a failure takes is known to the operation alone.
    this.#costs = (Object.entries(rateCosts) as [RateName, Weight][]).filter(isOfRequests);
    this.#ofItems = new Set(this.#costs.filter(([, weight]) => weight === 'items').map(([rate]) => rate));
  }

  countAddress(request: CountedRequest, done: Done): void {
    this.#counter.take(request, this.#claims('address', this.#networksOf(request)), (refusal) => {
      const bearer = refusal === undefined ? undefined : this.#bearerOf(request);
      if (bearer === undefined) return done(refusal);
      // Strangers behind a moderator's address must not keep the moderator out.
      askModerator(this.#edge.context, bearer, (error, isExempt) => {
        if (isExempt) this.#counter.giveBack(request);
        done(error ?? (isExempt ? undefined : refusal));
      });
    });
  }

  /** Moderators are exempt once they are known. */
  countActor(request: CountedRequest, actor: Actor, done: Done): void {
    if (may(actor, 'moderate')) {
      this.#counter.giveBack(request);
      return done();
    }
    this.#counter.take(request, this.#claims('account', [accountOf(actor)]), (refusal) => {
      const isDue = refusal === undefined && actor.kind !== 'anonymous' && this.#asks('publisher');
      if (!isDue) return done(refusal);
      askPublisher(this.#edge.context, actor, request.params as object, (error, publisher) => {
        if (error === null) this.#counter.take(request, this.#claims('publisher', [publisher]), done);
        else done(error);
      });
    });
  }

  countBytes(request: CountedRequest, bytes: number, done: Done): void {
    const tokens = Math.ceil(bytes / limits.bodyBytesPerToken);
    this.#takeUpTo(request, tokens, (rate) => 'weighsBodies' in rates[rate], done);
  }

  countItems(request: CountedRequest, done: Done): void {
    const items = Math.min(askedItems(this.#route.endpoint, this.#route.wire, request), limits.bulkItemsMax);
    this.#takeUpTo(request, Math.ceil(items / limits.itemsPerToken), (rate) => this.#ofItems.has(rate), done);
  }

  /** Takes from the buckets that the request took from, until it has taken so many tokens of each. */
  #takeUpTo(request: CountedRequest, tokens: number, isDue: (rate: RateName) => boolean, done: Done): void {
    if (tokens <= 1) return done();
    const taken = new Map<string, Claim>();
    for (const { claim } of request.rateResults) {
      if (!isDue(claim.rate)) continue;
      const bucket = `${claim.rate} ${claim.subject}`;
      taken.set(bucket, { ...claim, tokens: claim.tokens + (taken.get(bucket)?.tokens ?? 0) });
    }
    const claims = [...taken.values()].filter((claim) => claim.tokens < tokens);
    this.#counter.take(
      request,
      claims.map((claim) => ({ ...claim, tokens: tokens - claim.tokens })),
      done,
    );
  }

  /** For those who say only in the body who they are. */
  countBody(request: CountedRequest, done: Done): void {
    if (request.actor.kind !== 'anonymous' || this.#route.endpoint.tokenInBody !== true) return done();
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    askToken(this.#edge.context, String(body['personal_access_token']), (error, actor) => {
      if (actor === undefined) done(error ?? undefined);
      else this.countActor(request, actor, done);
    });
  }

  #claims(by: Rate['by'], subjects: readonly (RateSubject | undefined)[]): Claim[] {
    const rateCosts = this.#costs.filter(([rate]) => rates[rate].by === by);
    return subjects
      .filter((subject) => subject !== undefined)
      .flatMap(({ id: subject, factor }) =>
        rateCosts.map(([rate, weight]) => ({
          rate,
          subject,
          factor,
          tokens: weight === 'items' ? 1 : weight,
        })),
      );
  }

  #asks(by: Rate['by']): boolean {
    return this.#costs.some(([rate]) => rates[rate].by === by);
  }

  #networksOf({ raw }: CountedRequest): RateSubject[] {
    return networksOfClient(clientNetwork(this.#edge.addressOf(raw)));
  }

  /** The Bearer, if the endpoint asks for one. */
  #bearerOf(request: CountedRequest): string | undefined {
    const auth = authOf(this.#route.endpoint, this.#edge.context.profile.compat);
    return auth === 'public' || auth === 'signature' ? undefined : bearerOf(request);
  }
}

const isOfRequests = (cost: readonly [RateName, Weight]): cost is [RateName, number | 'items'] =>
  cost[1] !== 'refusals' && cost[1] !== 'failures';
