import { setTimeout as wait } from 'node:timers/promises';
import { RegistryError } from '@patchbay/client';
import { latencyOf } from '../load/latency-of.ts';
import type { Latency } from '../load/load.ts';
import type { Ask } from './traffic.ts';

/** More would be a server that does not keep up: those that are due wait, and their time counts. */
const underWayMax = 64;

export type Latencies = Readonly<Record<'read' | 'write', Latency>>;

/** Sends moves, and keeps how long their requests took. */
export class Sender {
  readonly #move: (ask: Ask) => Promise<unknown>;
  #latencies: Record<'read' | 'write', number[]> = { read: [], write: [] };
  #requests = 0;

  constructor(move: (ask: Ask) => Promise<unknown>) {
    this.#move = move;
  }

  get requests(): number {
    return this.#requests;
  }

  /** In milliseconds, since this was last asked. */
  takeLatencies(): Latencies {
    const { read, write } = this.#latencies;
    this.#latencies = { read: [], write: [] };
    return { read: latencyOf(read), write: latencyOf(write) };
  }

  /** As many moves as the server can take from so many callers; returns how many a second. */
  async measureCapacity(seconds: number, callers: number): Promise<number> {
    const begun = performance.now();
    let moves = 0;
    const act = async (): Promise<void> => {
      while (performance.now() - begun < seconds * 1_000) {
        await this.#send();
        moves += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, act));
    return (moves / (performance.now() - begun)) * 1_000;
  }

  /**
   * Moves are due at fixed times, even if earlier ones have not ended, and the time of a move's first request counts
   * from then.
   */
  async sendAtRate(perSecond: number, seconds: number): Promise<void> {
    const begun = performance.now();
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const total = Math.round(perSecond * seconds);
    for (let sent = 0; sent < total && failures.length === 0;) {
      const dueAt = begun + (sent * 1_000) / perSecond;
      if (dueAt > performance.now() || underWay.size >= underWayMax) {
        await wait(1);
        continue;
      }
      sent += 1;
      const move = this.#send(dueAt)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(move));
      underWay.add(move);
    }
    await Promise.all(underWay);
    if (failures.length > 0) throw failures[0];
  }

  async #send(dueAt = performance.now()): Promise<void> {
    let from = dueAt;
    await this.#move(async (kind, send, expected = []) => {
      try {
        return await send();
      } catch (error) {
        if (error instanceof RegistryError && expected.some((code) => code === error.code)) return undefined;
        throw error;
      } finally {
        this.#latencies[kind].push(performance.now() - from);
        this.#requests += 1;
        from = performance.now();
      }
    });
  }
}
