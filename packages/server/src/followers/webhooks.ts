import { registryEvents } from '@patchbay/contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoggedChange } from '../store/log/change.ts';
import { wakeWebhooks } from '../store/queue/webhook-jobs.ts';
import { hasWebhooks } from '../store/rows/webhooks.ts';
import { findLastSeq } from '../store/log/changes.ts';
import type { Store } from '../store/store.ts';
import type { Follower } from './log-follower.ts';

/** Until a failed attempt to wake them is repeated. */
const retryMs = 1_000;

interface Range {
  first: number;
  last: number;
  ofAll: boolean;
}

/**
 * Wakes the webhooks that may want a change. Each finds its events in the log by a cursor of its own, so what is lost here
 * is only the notice: the start of a server makes up for it. Costs nothing in a registry without webhooks.
 */
export class WebhookFollower implements Follower {
  readonly name = 'webhooks';
  readonly kinds = new Set(registryEvents);
  readonly #store: Store;
  readonly #onWoken: () => void;
  readonly #onFailure: (error: unknown) => void;
  #hasAny = false;
  #range: Range | undefined;
  #waking: Promise<void> | undefined;
  #stopped = false;

  constructor(store: Store, onWoken: () => void, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onWoken = onWoken;
    this.#onFailure = onFailure;
  }

  /** Whether the registry has, or had, a webhook since the start. */
  get hasAny(): boolean {
    return this.#hasAny;
  }

  /** Wakes all that have not looked at the end of the log. */
  async start(): Promise<void> {
    this.#hasAny ||= await hasWebhooks(this.#store.read);
    if (this.#hasAny) this.#wake({ first: 1, last: await findLastSeq(this.#store.read), ofAll: true });
  }

  follow(changes: readonly LoggedChange[]): void {
    this.#hasAny ||= changes.some(({ kind }) => kind === 'webhook.created');
    const [first, last] = [changes[0], changes.at(-1)];
    if (!this.#hasAny || first === undefined || last === undefined) return;
    this.#wake({
      first: first.seq,
      last: last.seq,
      ofAll: changes.some(({ kind }) => concernsOthers.has(kind)),
    });
  }

  /** Resolves when all that were to be woken are. */
  async settle(): Promise<void> {
    while (this.#waking !== undefined) await this.#waking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#waking;
  }

  #wake(range: Range): void {
    const { first, last, ofAll } = this.#range ?? range;
    this.#range = {
      first: Math.min(first, range.first),
      last: Math.max(last, range.last),
      ofAll: ofAll || range.ofAll,
    };
    this.#waking ??= this.#wakeAll().finally(() => {
      this.#waking = undefined;
    });
  }

  async #wakeAll(): Promise<void> {
    for (let next = this.#take(); next !== undefined && !this.#stopped; next = this.#take()) {
      const range = next;
      try {
        // Nobody is told of a change that a loss of power could take back.
        await this.#store.engine.flush();
        await this.#store.queue((tx) => wakeWebhooks(tx, range));
        this.#onWoken();
      } catch (error) {
        this.#onFailure(error);
        this.#wake(range);
        await wait(retryMs, undefined, { ref: false });
      }
    }
  }

  #take(): Range | undefined {
    const range = this.#range;
    this.#range = undefined;
    return range;
  }
}

/** A publisher that loses a node is told, and one whose ban is lifted gets what it missed. */
const concernsOthers: ReadonlySet<string> = new Set(['node.transferred', 'publisher.moderated']);
