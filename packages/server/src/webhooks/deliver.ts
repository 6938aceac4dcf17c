import { limits, publisherEvents, registryEvents } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { disableWebhook } from '../lifecycle/webhook.ts';
import { findLastSeq } from '../store/log/changes.ts';
import type { Job } from '../store/queue/job.ts';
import { settleWebhookJob } from '../store/queue/webhook-jobs.ts';
import {
  type WaitingDelivery,
  findEvents,
  findWaitingDeliveries,
  insertDeliveries,
  makeDeliveriesDue,
  pruneDeliveries,
  updateDelivery,
} from '../store/rows/webhook-deliveries.ts';
import {
  type WebhookRecord,
  findSendingWebhook,
  isSentAsBefore,
  updateWebhookRow,
} from '../store/rows/webhooks.ts';
import type { QueueWriter } from '../store/store.ts';
import { type Attempt, openAttempts, writeBodies } from './attempt.ts';

/** After which a run ends, so that others get their turn. */
const runMs = 10_000;
/** Failures one after the other, after which a run ends: the receiver is down. */
const failuresOfRunMax = 5;
/** Bodies that are written at once. */
const bodiesMax = 25;
const backoffMs = { first: 5_000, factor: 3, most: 4 * 60 * 60_000 };
const hourMs = 60 * 60_000;

type Services = Pick<Context, 'config' | 'metrics' | 'now' | 'outages' | 'profile' | 'store'>;

/**
 * One run of the job of a webhook: finds its events in the log and attempts those that are due, the events of each node
 * in the order of the log. A process that ends between an attempt and its record has it made again.
 */
export const deliverWebhook = async (context: Services, job: Job): Promise<'completed'> => {
  const { store } = context;
  const webhook = await findSendingWebhook(store.read, job.subject);
  const next = webhook && (await new Run(context, webhook).run());
  await store.queue((tx) => settleWebhookJob(tx, job, next?.toISOString()));
  return 'completed';
};

class Run {
  readonly #context: Services;
  readonly #webhook: WebhookRecord;
  readonly #begun = performance.now();
  /** Nodes with an event that is not due or has just failed: what follows waits for it. */
  readonly #blocked = new Set<string>();
  #failures: number;
  #failingSince: string | null;
  #failuresOfRun = 0;
  /** Deliveries that this run ended. */
  #ended = 0;
  #next = Number.POSITIVE_INFINITY;
  #isOff = false;
  /** Whether it was changed since the run began, or is sent nothing any more. */
  #isOutdated = false;

  constructor(context: Services, webhook: WebhookRecord) {
    this.#context = context;
    this.#webhook = webhook;
    this.#failures = webhook.failures;
    this.#failingSince = webhook.failingSince;
  }

  /** When to run again; undefined when nothing waits. */
  async run(): Promise<Date | undefined> {
    const { waiting, isBehind } = await this.#findWaiting();
    const attempts = openAttempts(this.#context, this.#webhook);
    try {
      for (let from = 0; from < waiting.length && !this.#isOver(); from += bodiesMax) {
        const some = waiting.slice(from, from + bodiesMax).filter((delivery) => this.#isNext(delivery));
        const bodies = await writeBodies(
          this.#context.store.read,
          this.#context.profile,
          this.#webhook,
          some.map(({ seq }) => seq),
        );
        for (const delivery of some) {
          if (this.#blocked.has(delivery.lane)) continue;
          if (this.#isOver() || !(await this.#isAsBefore())) break;
          await this.#deliver(attempts, delivery, bodies);
        }
      }
    } finally {
      await attempts.close();
    }
    if (waiting.length > 0) await this.#queue((tx) => pruneDeliveries(tx, this.#webhook.id));
    if (this.#isOff) return undefined;
    if (this.#isOutdated) return this.#context.now();
    // A receiver that is down is left alone until what failed is due again.
    if (this.#failuresOfRun === 0 && (this.#isLate() || (isBehind && this.#ended > 0))) {
      return this.#context.now();
    }
    return Number.isFinite(this.#next) ? new Date(this.#next) : undefined;
  }

  /** What waits, with what the log has since the last run. `isBehind` if there is more than may wait. */
  async #findWaiting(): Promise<{ waiting: WaitingDelivery[]; isBehind: boolean }> {
    const { id, publisherId, events, seq } = this.#webhook;
    const { read } = this.#context.store;
    const waiting = await findWaitingDeliveries(read, id);
    const limit = Math.max(0, limits.webhookEventsWaitingMax - waiting.length);
    const end = await findLastSeq(read);
    if (end <= seq || limit === 0) return { waiting, isBehind: end > seq };
    const known = publisherId === null ? registryEvents : publisherEvents;
    const kinds = events === undefined ? known : known.filter((kind) => events.includes(kind));
    const found = await findEvents(read, { publisherId, kinds }, { after: seq, end, limit });
    const added = await this.#queue((tx) => insertDeliveries(tx, id, found));
    const isBehind = found.length === limit;
    const seen = isBehind ? (found.at(-1)?.seq ?? end) : end;
    await this.#queue((tx) => updateWebhookRow(tx, id, { seq: seen }));
    return { waiting: [...waiting, ...added], isBehind };
  }

  #isOver(): boolean {
    return this.#isOff || this.#isOutdated || this.#failuresOfRun >= failuresOfRunMax || this.#isLate();
  }

  async #isAsBefore(): Promise<boolean> {
    this.#isOutdated = !(await isSentAsBefore(this.#context.store.read, this.#webhook));
    return !this.#isOutdated;
  }

  #isLate(): boolean {
    return performance.now() - this.#begun > runMs;
  }

  /** Whether it is due and nothing of its node waits before it. */
  #isNext({ lane, due_at: dueAt }: WaitingDelivery): boolean {
    if (this.#blocked.has(lane)) return false;
    if (Date.parse(dueAt) <= this.#context.now().getTime()) return true;
    this.#block(lane, Date.parse(dueAt));
    return false;
  }

  #block(lane: string, until: number): void {
    this.#blocked.add(lane);
    this.#next = Math.min(this.#next, until);
  }

  async #deliver(
    attempts: ReturnType<typeof openAttempts>,
    delivery: WaitingDelivery,
    bodies: ReadonlyMap<number, string>,
  ): Promise<void> {
    const { id, seq } = delivery;
    const body = bodies.get(seq);
    if (body === undefined) return this.#giveUp(id, 'The publisher may not see the change any more.');
    if (Date.parse(delivery.expires_at) <= this.#context.now().getTime()) return this.#giveUp(id);
    const { isDelivered, isGone, ...columns } = await attempts.make({ id, body });
    if (isDelivered) {
      const done = { ...columns, attempts: delivery.attempts + 1, status: 'delivered' as const };
      await this.#queue((tx) => updateDelivery(tx, id, done));
      return this.#noteSuccess();
    }
    // What a receiver says that is not asked any more, or of a secret that is not the only one any more, is nothing.
    if (await this.#isAsBefore()) await this.#noteFailure(delivery, columns, isGone);
  }

  async #giveUp(id: string, error?: string): Promise<void> {
    this.#ended += 1;
    await this.#queue((tx) =>
      updateDelivery(tx, id, { status: 'failed', ...(error === undefined ? {} : { error }) }),
    );
  }

  async #noteSuccess(): Promise<void> {
    this.#ended += 1;
    const wasDown = this.#failures >= failuresOfRunMax;
    this.#failuresOfRun = 0;
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#failingSince = null;
    await this.#queue((tx) => updateWebhookRow(tx, this.#webhook.id, { failures: 0, failing_since: null }));
    if (!wasDown) return;
    this.#context.outages.ended('webhook', this.#webhook.id);
    await this.#queue((tx) => makeDeliveriesDue(tx, this.#webhook.id));
    this.#next = this.#context.now().getTime();
  }

  async #noteFailure(
    delivery: WaitingDelivery,
    columns: Omit<Attempt, 'isDelivered' | 'isGone'>,
    isGone: boolean,
  ): Promise<void> {
    const { id } = this.#webhook;
    const now = this.#context.now();
    this.#failures += 1;
    this.#failuresOfRun += 1;
    this.#failingSince ??= columns.attempted_at;
    const attempts = delivery.attempts + 1;
    const expires = Date.parse(delivery.expires_at);
    const due = Math.min(now.getTime() + waitMs(Math.max(attempts, this.#failures)), expires);
    await this.#queue((tx) =>
      updateDelivery(tx, delivery.id, { ...columns, attempts, due_at: new Date(due).toISOString() }),
    );
    await this.#queue((tx) =>
      updateWebhookRow(tx, id, { failures: this.#failures, failing_since: this.#failingSince }),
    );
    this.#block(delivery.lane, due);
    this.#context.metrics.count('outboundFailures', { server: 'webhook' });
    if (this.#failures === failuresOfRunMax) this.#context.outages.began('webhook', columns.error ?? '', id);
    if (isGone) return this.#turnOff('The receiver answered with status 410 (Gone).');
    if (now.getTime() - Date.parse(this.#failingSince) >= limits.webhookFailingHours * hourMs) {
      await this.#turnOff(`Every attempt failed for ${limits.webhookFailingHours / 24} days.`);
    }
  }

  async #turnOff(reason: string): Promise<void> {
    this.#isOff = true;
    await this.#context.store.write({ actor: 'server' }, (tx) =>
      disableWebhook(tx, this.#webhook.id, reason),
    );
  }

  #queue<T>(work: (tx: QueueWriter) => Promise<T>): Promise<T> {
    return this.#context.store.queue(work);
  }
}

/** Until the next attempt, a little more or less, so that not all come at once. */
const waitMs = (attempts: number): number =>
  Math.min(backoffMs.first * backoffMs.factor ** (attempts - 1), backoffMs.most) * (0.9 + Math.random() / 5);
