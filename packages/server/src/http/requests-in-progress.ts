import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import { boundsOfNetworks } from './bounds-of-networks.ts';
import { whenGone } from './when-gone.ts';

interface Progress {
  /** Requests that are not answered yet. */
  requests: number;
  /** Those of them whose body has not arrived yet. */
  unfinished: number;
}

/** The requests in progress of each network, behind a proxy or not, so that none can use up the server. */
export class RequestsInProgress {
  readonly #requestsMax: number;
  readonly #ofNetworks = new Map<string, Progress>();

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  /** Counts a request until it is answered. Returns the refusal of one too many. */
  enter(client: string, request: IncomingMessage, response: ServerResponse): ApiError | undefined {
    const isUnfinished = hasBody(request) && !request.complete;
    const bounds = boundsOfNetworks(client, this.#requestsMax);
    for (const [network, requestsMax] of bounds) {
      const { requests, unfinished } = this.#ofNetworks.get(network) ?? nothing;
      // Half of them stay free for what needs no patience.
      const unfinishedMax = Math.ceil(requestsMax / 2);
      if (requests >= requestsMax) return tooMany(requestsMax, 'requests');
      if (isUnfinished && unfinished >= unfinishedMax) return tooMany(unfinishedMax, 'uploads');
    }
    for (const [network] of bounds) this.#count(network, request, response, isUnfinished);
    return undefined;
  }

  #count(network: string, request: IncomingMessage, response: ServerResponse, isUnfinished: boolean): void {
    const progress = this.#ofNetworks.get(network) ?? { ...nothing };
    this.#ofNetworks.set(network, progress);
    progress.requests += 1;
    if (isUnfinished) countUnfinished(request, response, progress);
    whenGone(response, () => {
      progress.requests -= 1;
      if (progress.requests === 0) this.#ofNetworks.delete(network);
    });
  }
}

const nothing: Readonly<Progress> = { requests: 0, unfinished: 0 };

const countUnfinished = (request: IncomingMessage, response: ServerResponse, progress: Progress): void => {
  let isCounted = true;
  const arrived = (): void => {
    if (isCounted) progress.unfinished -= 1;
    isCounted = false;
  };
  progress.unfinished += 1;
  request.once('end', arrived);
  whenGone(response, arrived);
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const tooMany = (max: number, what: string): ApiError =>
  new ApiError(
    'rate_limited',
    `There are ${max} ${what} in progress from your address. Wait until some are done, and try again.`,
    { headers: { 'retry-after': '5' } },
  );
