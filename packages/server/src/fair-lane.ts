import { givesWay } from './gives-way.ts';

/**
 * In milliseconds. Clients and proxies wait for half a minute, so a task that one of them waits for begins before that.
 */
export const clientWaitMsMax = 20_000;

/** The turn of a task did not come in time. */
export class TurnLateError extends Error {}

/** Too many tasks wait, and this one had to give way. */
export class LaneFullError extends Error {}

interface Waiting {
  readonly key: string;
  readonly network: string;
  readonly begin: () => void;
  readonly giveUp: (error: Error) => void;
}

interface Bounds {
  slots: number;
  slotsPerKey: number;
  /** How long a task waits for its turn, in milliseconds; without it, as long as it takes. */
  waitMsMax?: number;
  /** How many tasks wait; without it, the caller limits them. */
  waitingMax?: number;
}

/**
 * Runs a limited number of tasks at once, and a limited number for each key. Waiting tasks take turns: the next one is
 * of the network whose last turn is longest ago, and there of the key whose last turn is. A new one counts as if it had
 * just had a turn. Where too many wait, the newest of the network with the most gives way.
 */
export class FairLane {
  readonly #bounds: Bounds;
  #busy = 0;
  readonly #running = new Map<string, number>();
  /** By network and key, in each the one whose turn is longest ago first. */
  readonly #waiting = new Map<string, Map<string, readonly Waiting[]>>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get load() {
    return { busy: this.#busy, waiting: this.#all().length };
  }

  /**
   * Runs the task when its turn has come, and returns what it returns. Throws a TurnLateError, or a LaneFullError.
   * Tasks without a network belong to one.
   */
  async run<Result>(key: string, task: () => Promise<Result>, network = ''): Promise<Result> {
    await this.#turn(key, network);
    try {
      return await task();
    } finally {
      this.#count(key, -1);
      this.#goOn();
    }
  }

  async #turn(key: string, network: string): Promise<void> {
    const { waitMsMax, waitingMax } = this.#bounds;
    const { promise, resolve: begin, reject: giveUp } = Promise.withResolvers<void>();
    const waiting = { key, network, begin, giveUp };
    this.#add(waiting);
    this.#goOn();
    if (!this.#isWaiting(waiting)) return promise;
    if (waitingMax !== undefined) this.#makeRoomFor(waiting, waitingMax);
    if (waitMsMax === undefined) return promise;
    const giveUpLate = (): void =>
      this.#endWait(waiting, new TurnLateError(`no turn came within ${waitMsMax} ms`));
    const timer = setTimeout(giveUpLate, waitMsMax);
    await promise.finally(() => clearTimeout(timer));
  }

  #makeRoomFor(newcomer: Waiting, waitingMax: number): void {
    const others = this.#all().filter((one) => one !== newcomer);
    if (others.length < waitingMax) return;
    const late = givesWay(others, networkOf, newcomer.network) ?? newcomer;
    this.#endWait(late, new LaneFullError('too many tasks wait'));
  }

  #all(): Waiting[] {
    return [...this.#waiting.values()].flatMap((keys) => [...keys.values()].flat());
  }

  #isWaiting(waiting: Waiting): boolean {
    return this.#waiting.get(waiting.network)?.get(waiting.key)?.includes(waiting) === true;
  }

  #add(waiting: Waiting): void {
    const { network, key } = waiting;
    const keys = this.#waiting.get(network) ?? new Map<string, readonly Waiting[]>();
    this.#waiting.set(network, keys.set(key, [...(keys.get(key) ?? []), waiting]));
  }

  #remove(waiting: Waiting): void {
    const { network, key } = waiting;
    const keys = this.#waiting.get(network);
    const rest = keys?.get(key)?.filter((one) => one !== waiting) ?? [];
    if (rest.length > 0) keys?.set(key, rest);
    else keys?.delete(key);
    if (keys?.size === 0) this.#waiting.delete(network);
  }

  #endWait(waiting: Waiting, error: Error): void {
    this.#remove(waiting);
    waiting.giveUp(error);
  }

  #count(key: string, more: 1 | -1): void {
    const running = (this.#running.get(key) ?? 0) + more;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    this.#busy += more;
  }

  /** The first that may begin. */
  #next(): Waiting | undefined {
    const { slots, slotsPerKey } = this.#bounds;
    if (this.#busy >= slots) return undefined;
    for (const keys of this.#waiting.values()) {
      for (const [key, [first]] of keys) {
        if ((this.#running.get(key) ?? 0) < slotsPerKey) return first;
      }
    }
    return undefined;
  }

  #goOn(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { network, key } = next;
      this.#remove(next);
      moveToEnd(this.#waiting.get(network), key);
      moveToEnd(this.#waiting, network);
      this.#count(key, 1);
      next.begin();
    }
  }
}

const networkOf = ({ network }: Waiting): string => network;

const moveToEnd = <Value>(map: Map<string, Value> | undefined, key: string): void => {
  const value = map?.get(key);
  if (map === undefined || value === undefined) return;
  map.delete(key);
  map.set(key, value);
};
