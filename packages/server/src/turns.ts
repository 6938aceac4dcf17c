import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';

/** How long work may hold the thread before it asks for the next slice: short, because every other request waits. */
export const sliceMs = 2;
/** How long the requests of one client may hold it in an iteration of the event loop before they wait for turns. */
const atOnceMs = 1;
/** How long those of all clients may, until even short work of the next one waits. */
const iterationMs = 5;
/** Turns in one iteration, as long as they fit into one slice. */
const turnsMax = 8;

/** The network of a client. Undefined for what the server does by itself, which counts as one client. */
export type Client = string | undefined;

const clients = new AsyncLocalStorage<string>();
/** Where nothing is known of the request that happened to begin a round. */
const outside = AsyncLocalStorage.snapshot();

/** Does what is asked for by a client: the slices that it takes are the client's. */
export const workFor = <Result>(client: string, work: () => Result): Result => clients.run(client, work);

/** For whom the caller works. A stream forgets it: its events come from where its bytes do. */
export const whoseWork = (): Client => clients.getStore();

/** What waits for a turn. The client whose last turn is longest ago comes first. */
const waiting = new Map<Client, (() => void)[]>();
let waitingCount = 0;
/** For how long each client has held the thread in this iteration, without the work that is under way. */
const heldMs = new Map<Client, number>();
let holder: { client: Client; since: number } | undefined;
/** When a client first held the thread in this iteration. */
let heldSince = 0;

/** Counts the time from now until others take the thread, or the iteration ends, as the client's. */
const hold = (client: Client): void => {
  const now = performance.now();
  if (holder === undefined) {
    heldSince = now;
    setImmediate(forget);
  } else heldMs.set(holder.client, heldFor(holder.client, now));
  holder = { client, since: now };
};

const forget = (): void => {
  holder = undefined;
  heldMs.clear();
};

const heldFor = (client: Client, now: number): number => {
  const before = heldMs.get(client) ?? 0;
  return holder === undefined || holder.client !== client ? before : before + now - holder.since;
};

interface Round {
  /** Turns that are still to come. */
  left: number;
  begunAt: number | undefined;
}

const beginRound = (): void => {
  const round: Round = { left: Math.min(waitingCount, turnsMax), begunAt: undefined };
  // Each in a callback of its own, so that what a turn resolves runs before the next turn.
  for (let turn = round.left; turn > 0; turn -= 1) setImmediate(outside, giveTurn, round);
};

const giveTurn = (round: Round): void => {
  round.left -= 1;
  const now = performance.now();
  round.begunAt ??= now;
  const [next] = waiting;
  if (next !== undefined && now - round.begunAt < sliceMs) {
    const [client, queue] = next;
    const work = queue.shift();
    waiting.delete(client);
    if (queue.length > 0) waiting.set(client, queue);
    waitingCount -= 1;
    hold(client);
    work?.();
  }
  if (round.left === 0 && waitingCount > 0) beginRound();
};

const wait = (client: Client, work: () => void): void => {
  const queue = waiting.get(client);
  if (queue === undefined) waiting.set(client, [work]);
  else queue.push(work);
  waitingCount += 1;
  if (waitingCount === 1) beginRound();
};

const mustWait = (client: Client): boolean =>
  waiting.has(client) || heldFor(client, performance.now()) >= atOnceMs;

/**
 * Calls `work` in a turn of the client: at once, unless others of the client wait or it has held the thread for its
 * share of this iteration of the event loop. Clients that wait take turns, so that a request of one waits for one turn
 * of each other client, however many requests that client sends.
 */
export const takeTurn = (client: Client, work: () => void): void => {
  if (mustWait(client)) return wait(client, AsyncLocalStorage.bind(work));
  hold(client);
  work();
};

/**
 * As `takeTurn` for what takes far less than a slice: it waits only once its client has held the thread for a slice of
 * this iteration, also if others of the client wait.
 */
export const takeShortTurn = (client: Client, work: () => void): void => {
  if (heldFor(client, performance.now()) >= sliceMs) return wait(client, AsyncLocalStorage.bind(work));
  hold(client);
  work();
};

/** Lets what a client sends flow in its turns. */
export const flowInTurns = (source: Readable, client: Client): void => {
  source.on('data', () => {
    if (!mustWait(client)) return hold(client);
    source.pause();
    wait(client, () => source.resume());
  });
};

/** Resolves when it is the turn of the client to hold the thread for a slice, in a later iteration. */
export const nextSlice = (client: Client = whoseWork()): Promise<void> =>
  new Promise((resolve) => wait(client, resolve));

/**
 * For work that is mostly short: undefined, and the caller goes on, unless in this iteration its client has held the
 * thread for a slice already, or all clients together for longer than that. Then as `nextSlice`.
 */
export const nextSliceIfHeld = (client: Client = whoseWork()): Promise<void> | undefined => {
  const now = performance.now();
  const isLate = holder !== undefined && now - heldSince >= iterationMs;
  if (isLate || heldFor(client, now) >= sliceMs) return nextSlice(client);
  hold(client);
  return undefined;
};
