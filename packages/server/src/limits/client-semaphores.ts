import type { ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { BusyError, type Release, Semaphore } from './semaphore.ts';

/** A semaphore for each client that uses one. */
class ClientSemaphores {
  readonly #all = new Map<string, Semaphore>();
  readonly #make: () => Semaphore;

  constructor(make: () => Semaphore) {
    this.#make = make;
  }

  tryAcquire(client: string, weight?: number): Release | undefined {
    return this.#releaseOf(client, this.#of(client).tryAcquire(weight));
  }

  async acquire(client: string, signal: AbortSignal, weight?: number): Promise<Release> {
    return this.#releaseOf(client, await this.#of(client).acquire(weight, signal));
  }

  wait(client: string, begin: () => void): Release {
    return this.#releaseOf(client, this.#of(client).wait(begin));
  }

  #of(client: string): Semaphore {
    const known = this.#all.get(client);
    if (known !== undefined) return known;
    const made = this.#make();
    this.#all.set(client, made);
    return made;
  }

  #releaseOf<Known extends Release | undefined>(client: string, release: Known): Known | Release {
    return (
      release &&
      ((rest) => {
        release(rest);
        const { used, waiting } = this.#of(client).load;
        if (used === 0 && waiting === 0) this.#all.delete(client);
      })
    );
  }
}

/**
 * Limits how many requests of one client are under way. Further ones wait in a bounded queue of that client, which a
 * request leaves as soon as its connection closes.
 */
export class RequestsUnderWay {
  readonly #clients = new ClientSemaphores(
    () =>
      new Semaphore('requests of this client wait', {
        max: limits.requestsUnderWayMax,
        queueMax: limits.requestsWaitingMax,
      }),
  );

  /**
   * Calls `begin` once the request may begin, with what says that it has ended; it also ends with its connection. Calls
   * `refuse` if too many wait, and neither for a client that has disconnected.
   */
  enter(
    client: string,
    response: ServerResponse,
    begin: (end: () => void) => void,
    refuse: (refusal: Error) => void,
  ): void {
    const release = this.#clients.tryAcquire(client);
    if (release !== undefined) {
      whenGone(response, release);
      return begin(release);
    }
    let isGone = false;
    const beginLate = (): void => {
      if (!isGone) begin(end);
    };
    let end: Release;
    try {
      // In a later iteration of the event loop, so that requests of other clients come between.
      end = this.#clients.wait(client, () => setImmediate(beginLate));
    } catch (error) {
      if (!isOver(response)) refuse(error instanceof BusyError ? tooManyRequests() : (error as Error));
      return;
    }
    whenGone(response, () => {
      isGone = true;
      end();
    });
  }
}

/** Limits how many requests wait for something to tell, for all clients and for each of them. */
export class WaitingRequests {
  readonly #all = new Semaphore('requests wait for changes', { max: limits.waitingMax, queueMax: 0 });
  readonly #clients = new ClientSemaphores(
    () =>
      new Semaphore('requests of this client wait for changes', {
        max: limits.waitingOfClientMax,
        queueMax: 0,
      }),
  );

  /** Returns what aborts once the client has gone. Throws `rate_limited` if too many requests wait. */
  enter(client: string, response: ServerResponse): AbortSignal {
    const ofClient = this.#clients.tryAcquire(client);
    const ofAll = ofClient && this.#all.tryAcquire();
    if (ofClient === undefined || ofAll === undefined) {
      ofClient?.();
      throw tooManyWaiting();
    }
    whenGone(response, () => {
      ofClient();
      ofAll();
    });
    return disconnectionOf(response);
  }
}

/** Limits the bytes of the large responses that are being made and sent, for all clients and for each of them. */
export class LargeResponses {
  readonly #all: Semaphore;
  readonly #clients: ClientSemaphores;

  constructor(bytesMax = largeResponsesBytes()) {
    const make = (max: number): Semaphore =>
      new Semaphore('large responses are being sent', { max, queueMax: limits.largeResponsesWaitingMax });
    this.#all = make(bytesMax);
    this.#clients = new ClientSemaphores(() => make(bytesMax / 4));
  }

  /** How many bytes are reserved, and how many requests wait. */
  get load(): { bytes: number; waiting: number } {
    const { used: bytes, waiting } = this.#all.load;
    return { bytes, waiting };
  }

  /**
   * Reserves so many bytes until the response is sent, unless it would have to wait. Returns what releases all but a
   * rest earlier, once the size of the response is known.
   */
  tryEnter(client: string, response: ServerResponse, bytes: number): Release | undefined {
    const ofClient = this.#clients.tryAcquire(client, bytes);
    const ofAll = ofClient && this.#all.tryAcquire(bytes);
    if (ofAll === undefined) {
      ofClient?.();
      return undefined;
    }
    return this.#hold(response, ofClient, ofAll);
  }

  /** As `tryEnter`, but waits. Rejects with a BusyError, or with an ApiError if the client disconnects first. */
  async enter(client: string, response: ServerResponse, bytes: number): Promise<Release> {
    const entered = this.tryEnter(client, response, bytes);
    if (entered !== undefined) return entered;
    const gone = disconnectionOf(response);
    const ofClient = await this.#clients.acquire(client, gone, bytes);
    try {
      return this.#hold(response, ofClient, await this.#all.acquire(bytes, gone));
    } catch (error) {
      ofClient();
      throw error;
    }
  }

  #hold(response: ServerResponse, ...releases: readonly (Release | undefined)[]): Release {
    const release: Release = (rest) => {
      for (const one of releases) one?.(rest);
    };
    whenGone(response, release);
    return release;
  }
}

/**
 * Building a response takes a few times its size: with a heap of 512 MB two of the largest may be built at once, with
 * less only one.
 */
const largeResponsesBytes = (): number =>
  Math.max(
    limits.answerBytesMax,
    Math.min(getHeapStatistics().heap_size_limit / 8, 8 * limits.answerBytesMax),
  );

/** Calls back once a response is sent or its client has disconnected, at once if that has happened already. */
export const whenGone = (response: ServerResponse, callback: () => void): void => {
  if (isOver(response)) return callback();
  const { socket } = response.req;
  const gone = (): void => {
    response.off('close', gone);
    socket.off('close', gone);
    callback();
  };
  response.on('close', gone);
  // Of several requests on one connection, only the first has it, and only that response closes with it.
  socket.setMaxListeners(0).on('close', gone);
};

const isOver = ({ closed, req }: ServerResponse): boolean => closed || req.socket.destroyed;

/** Aborts once the client of a response has disconnected. */
const disconnectionOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  whenGone(response, () => controller.abort(disconnected));
  return controller.signal;
};

/** One for all: most requests that had to wait end without anyone seeing it. */
const disconnected = new ApiError(
  'invalid_request',
  'The client disconnected before the response was ready.',
);

const tooManyWaiting = (): ApiError =>
  new ApiError(
    'rate_limited',
    'Too many requests wait for changes. Try again in a moment, or ask without `wait`.',
    { headers: { 'retry-after': '5' } },
  );

const tooManyRequests = (): ApiError =>
  new ApiError(
    'rate_limited',
    `There are ${limits.requestsWaitingMax} requests waiting from your address. Wait until some are answered, and try again.`,
    { headers: { 'retry-after': '5' } },
  );
