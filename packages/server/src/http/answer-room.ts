import type { ServerResponse } from 'node:http';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { givesWay } from '../gives-way.ts';
import { siteNetwork } from '../limits/site-network.ts';
import { nextSliceIfHeld } from '../turns.ts';
import { whenGone } from './when-gone.ts';

const retrySeconds = '5';

interface Held {
  bytes: number;
  /** Who gets it; responses that many get have nobody. */
  readonly client: string | undefined;
  /** The widest network of the client, empty where there is nobody. */
  readonly network: string;
  /** When sending started; undefined while the response is being built. */
  sentSince: number | undefined;
  /** The connections that receive it. */
  readonly responses: Set<ServerResponse>;
}

interface Waiting {
  readonly held: Held;
  readonly enter: () => void;
  readonly fail: (error: ApiError) => void;
}

/** A large response while it is built and sent. It is released when its connection closes. */
export interface Place {
  /** Reports that the response is built, and how many bytes it occupies until it is sent. */
  settle(bytes: number): void;
  /** Releases it before the connection closes, because what it was for is not sent. */
  leave(): void;
}

interface Bounds {
  /** For all responses together. A larger one must be the only one. */
  bytesMax: number;
  /** How many are built at a time, because each slows down all others. */
  buildingMax: number;
  /** How long a client may take to read one while others wait. Then its connection is closed. */
  sendMs: number;
}

/**
 * Memory and time for the server's large responses. A request waits here until there is room for its response. The
 * network with the fewest responses in the room comes first, there the client with the fewest, and of its requests the
 * oldest; one client gets half of the room at most. Where too many wait, the newest of the network with the most gives
 * way. Clients may read slowly as long as no request is waiting.
 */
export class AnswerRoom {
  readonly #bounds: Bounds;
  readonly #held = new Set<Held>();
  readonly #shared = new Map<Uint8Array, Held>();
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** How many bytes are reserved, and how many requests wait. */
  get load(): { bytes: number; waiting: number } {
    return { bytes: this.#bytes, waiting: this.#waiting.length };
  }

  /**
   * Resolves once there is room for a response of at most `bytesMax`, and a slice of the thread. Errors: `unavailable` if
   * too many requests wait, `invalid_request` if the client disconnected.
   */
  async enter(response: ServerResponse, bytesMax: number, client?: string): Promise<Place> {
    const turn = nextSliceIfHeld();
    if (turn !== undefined) await turn;
    const held: Held = {
      bytes: bytesMax,
      client,
      network: siteNetwork(client ?? ''),
      sentSince: undefined,
      responses: new Set([response]),
    };
    if (response.destroyed) throw left();
    const forget = whenGone(response, () => this.#leave(held));
    await this.#wait(held);
    return {
      settle: (bytes) => {
        if (!this.#held.has(held)) return;
        this.#bytes += bytes - held.bytes;
        held.bytes = bytes;
        held.sentSince = performance.now();
        this.#admit();
      },
      leave: () => {
        forget();
        this.#leave(held);
      },
    };
  }

  /** Whether there is room, without waiting, for bytes that other responses may be sending as well. */
  share(bytes: Uint8Array, response: ServerResponse): boolean {
    const known = this.#shared.get(bytes);
    if (known === undefined && (this.#waiting.length > 0 || !this.#fits(bytes.length))) return false;
    const held = known ?? {
      bytes: bytes.length,
      client: undefined,
      network: '',
      sentSince: performance.now(),
      responses: new Set(),
    };
    held.responses.add(response);
    if (known === undefined) {
      this.#take(held);
      this.#shared.set(bytes, held);
    }
    whenGone(response, () => {
      held.responses.delete(response);
      if (held.responses.size > 0 || !this.#shared.has(bytes)) return;
      this.#shared.delete(bytes);
      this.#leave(held);
    });
    return true;
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bounds.bytesMax;
  }

  #take(held: Held): void {
    this.#held.add(held);
    this.#bytes += held.bytes;
  }

  async #wait(held: Held): Promise<void> {
    if (this.#waiting.length >= limits.largeResponsesWaitingMax) this.#makeRoomFor(held);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ held, enter: resolve, fail: reject });
    this.#admit();
    await promise;
  }

  #makeRoomFor({ network }: Held): void {
    const late = givesWay(this.#waiting, ({ held }) => held.network, network);
    if (late === undefined) throw tooMany();
    this.#waiting.splice(this.#waiting.indexOf(late), 1);
    late.fail(tooMany());
  }

  /** The client has the response or disconnected. */
  #leave(held: Held): void {
    const place = this.#waiting.findIndex((waiting) => waiting.held === held);
    const [waiting] = place === -1 ? [] : this.#waiting.splice(place, 1);
    waiting?.fail(left());
    if (this.#held.delete(held)) this.#bytes -= held.bytes;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#take(next.held);
      next.enter();
    }
    this.#watch();
  }

  /** Who comes first, if there is room; a small response does not pass a large one of another client. */
  #next(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined;
    const held = [...this.#held];
    const { bytesMax, buildingMax } = this.#bounds;
    if (held.filter(isBuilding).length >= buildingMax) return undefined;
    const ofNetworks = Map.groupBy(held, ({ network }) => network);
    const ofClients = Map.groupBy(held, ({ client }) => client);
    const compare = ({ held: one }: Waiting, { held: other }: Waiting): number =>
      countOf(ofNetworks, one.network) - countOf(ofNetworks, other.network) ||
      countOf(ofClients, one.client) - countOf(ofClients, other.client);
    const mayEnter = ({ held: { bytes, client } }: Waiting): boolean => {
      const own = client === undefined ? [] : (ofClients.get(client) ?? []);
      const ownBytes = own.reduce((sum, one) => sum + one.bytes, bytes);
      return (
        own.length === 0 || (ownBytes <= bytesMax / 2 && own.filter(isBuilding).length < buildingMax / 2)
      );
    };
    const [first] = this.#waiting.filter(mayEnter).sort(compare);
    return first !== undefined && this.#fits(first.held.bytes) ? first : undefined;
  }

  /** While requests wait, closes connections that have been receiving a response for too long. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const begun = [...this.#held].flatMap(({ sentSince }) => sentSince ?? []);
    if (begun.length === 0) return;
    const waitMs = Math.min(...begun) + this.#bounds.sendMs - performance.now();
    this.#timer = setTimeout(() => this.#hangUp(), Math.max(0, waitMs)).unref();
  }

  #hangUp(): void {
    const late = performance.now() - this.#bounds.sendMs;
    for (const { sentSince, responses } of this.#held) {
      if (sentSince !== undefined && sentSince <= late) for (const response of responses) response.destroy();
    }
    this.#watch();
  }
}

/** Whether it is being built, and not sent yet. */
const isBuilding = ({ sentSince }: Held): boolean => sentSince === undefined;

const countOf = <Key>(groups: ReadonlyMap<Key, readonly Held[]>, key: Key): number =>
  groups.get(key)?.length ?? 0;

const tooMany = (): ApiError =>
  new ApiError('unavailable', 'The server is sending too many large responses. Try again in a moment.', {
    headers: { 'retry-after': retrySeconds },
  });

const left = (): ApiError =>
  new ApiError('invalid_request', 'The client disconnected before the response was ready.');
