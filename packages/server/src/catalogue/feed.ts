import { type Profile, changeKinds, isChangeKind, limits } from '@patchbay/contract';
import type { CatalogueDocuments } from '../documents/catalogue-documents.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { type FollowedChange, findFollowedChanges, findLastChange } from '../store/log/followed-changes.ts';
import type { LoggedChange } from '../store/log/change.ts';
import type { ReadConnection } from '../store/store.ts';
import { ChangedThings, type Thing } from './changed-things.ts';
import { Alarm } from './alarm.ts';
import { effectOf } from './effects.ts';
import { type Entry, type WriteEntries, entryWriter } from './entries.ts';
import { type Position, markOf, parsePosition, positionUnknown, writePosition } from './position.ts';

/** An answer says how far the log has come, whatever came last. */
const allKinds = new Set(Object.keys(changeKinds).filter(isChangeKind));

/** Changes of the log that are looked at together. */
const changesAtOnce = 1_000;
/** Answers that are kept while the log does not go on, and how large they may be. */
const sharedMax = 500;
const sharedCharsMax = 32 * 1024;
const sharedRowsMax = 100;
/** Things whose documents are read together. */
const thingsAtOnce = 100;
/** How many windows of the log an answer may take: most of what is logged is of versions, and much changes nothing. */
const windowsMax = 20;

/** A public change with the position behind it. */
export interface PublicEntry {
  position: string;
  json: string;
}

/** Some public changes, oldest first. */
export interface ChangesRead {
  entries: readonly PublicEntry[];
  lastSeq: number;
  next: string;
  more: boolean;
}

/** The changes of the log from a position on, which is verified. */
export interface LogWindow {
  changes: readonly FollowedChange[];
  /** The marks of these changes and of the one before them, by number. */
  markOf: (seq: number) => string;
  lastSeq: number;
  /** Whether the log goes on behind them. */
  more: boolean;
}

interface Asked {
  limit: number;
  withVersions: boolean;
}

/** What an answer may still take. */
interface Room extends Asked {
  bytes: number;
  /** Whether it has nothing yet, so that it takes one entry of any size. */
  isEmpty: boolean;
}

interface Waiting extends Asked {
  waitMs: number;
  signal: AbortSignal;
}

/**
 * The public changes of the log after any position. Those who wait are woken together, and those who ask the same share
 * one answer until the log goes on.
 */
export class Feed {
  readonly documents: CatalogueDocuments;
  readonly #read: ReadConnection;
  readonly #write: WriteEntries;
  readonly #isCurrent: () => boolean;
  readonly alarm = new Alarm();
  readonly #shared = new Map<string, Promise<unknown>>();

  /** `isCurrent` says whether this process has seen all changes; while it is false, nothing is shared. */
  constructor(
    read: ReadConnection,
    documents: CatalogueDocuments,
    profile: Profile,
    isCurrent: () => boolean,
  ) {
    this.#read = read;
    this.documents = documents;
    this.#write = entryWriter(documents, profile);
    this.#isCurrent = isCurrent;
  }

  get follower() {
    return {
      name: 'feed',
      kinds: allKinds,
      follow: (changes: readonly LoggedChange[]) => {
        this.#shared.clear();
        if (changes.some((change) => effectOf(change) !== 'none')) this.alarm.ring();
      },
    };
  }

  get waiting(): number {
    return this.alarm.waiting;
  }

  get isClosed(): boolean {
    return this.alarm.isClosed;
  }

  /** Has all who wait answered at once, now and from now on. */
  close(): void {
    this.alarm.close();
  }

  /** The changes after a position, or as soon as there are any. Throws `position_unknown`. */
  async list(since: string, { waitMs, signal, ...asked }: Waiting): Promise<ChangesRead> {
    const until = performance.now() + waitMs;
    for (let from = since; ;) {
      const ringing = this.alarm.next;
      const found = await this.#share(
        `${asked.limit} ${asked.withVersions} ${from}`,
        () => this.#list(from, asked),
        ({ entries }) => sum(entries.map(({ json }) => json.length)) < sharedCharsMax,
      );
      const left = until - performance.now();
      if (found.entries.length > 0 || found.more || left <= 0) return found;
      if (!(await this.alarm.wait(ringing, left, signal))) return found;
      from = found.next;
    }
  }

  /**
   * The changes of the log after a position, one more than `max` if there are as many. Undefined if the position is
   * unknown.
   */
  window({ seq, mark }: Position, max = changesAtOnce): Promise<LogWindow | undefined> {
    const find = async (): Promise<LogWindow | undefined> => {
      const rows = await findFollowedChanges(this.#read, { from: seq, limit: max + 2 });
      const { rendering } = this.documents;
      const marks = (at: number): string => markOf(rendering, rows[at - (rows[0]?.seq ?? 0)]);
      // There is no change 0.
      const isThere = seq === 0 || rows[0]?.seq === seq;
      const first = seq === 0 ? markOf(rendering, undefined) : marks(seq);
      if (!isThere || (mark !== undefined && mark !== first)) return undefined;
      const changes = (seq === 0 ? rows : rows.slice(1)).slice(0, max);
      const lastSeq = changes.at(-1)?.seq ?? seq;
      return {
        changes,
        markOf: (at: number) => (at === seq ? first : marks(at)),
        lastSeq,
        more: (rows.at(-1)?.seq ?? 0) > lastSeq,
      };
    };
    return this.#share(
      `window ${max} ${seq}.${mark}`,
      find,
      (found) => (found?.changes.length ?? 0) < sharedRowsMax,
    );
  }

  /** Whether a document may have changed since a position. Undefined if the position is unknown. */
  async hasChangedSince(position: Position): Promise<boolean | undefined> {
    const window = await this.window(position);
    return window && (window.more || window.changes.some((change) => effectOf(change) !== 'none'));
  }

  /** The position at the end of the log. */
  end(): Promise<string> {
    const find = async (): Promise<string> => {
      const last = await findLastChange(this.#read);
      return writePosition(last?.seq ?? 0, markOf(this.documents.rendering, last));
    };
    return this.#share('end', find, () => true);
  }

  /** What changes of the log have changed, some entries at a time. */
  async *entriesOf(
    { changes }: Pick<LogWindow, 'changes'>,
    { withVersions, after }: Pick<Asked, 'withVersions'> & { after?: Position['place'] },
    atOnce = thingsAtOnce,
  ): AsyncGenerator<Entry[], void, undefined> {
    let things: Thing[] = [];
    for await (const thing of new ChangedThings(this.#read, changes, { withVersions, after })) {
      things.push(thing);
      if (things.length < atOnce) continue;
      await heavyTurn();
      yield await this.#write(this.#read, things);
      things = [];
    }
    if (things.length > 0) yield await this.#write(this.#read, things);
  }

  async #list(since: string, { limit, withVersions }: Asked): Promise<ChangesRead> {
    const entries: PublicEntry[] = [];
    let bytes = limits.publicChangesBytesMax;
    let from = since;
    for (let windows = 1; ; windows += 1) {
      const position = parsePosition(from);
      const window = position && (await this.window(position));
      if (position === undefined || window === undefined) throw positionUnknown(since);
      const room = { limit: limit - entries.length, withVersions, bytes, isEmpty: entries.length === 0 };
      const { isFull, ...found } = await this.#fill(window, from, room);
      entries.push(...found.entries);
      if (isFull || !found.more || windows === windowsMax) return { ...found, entries };
      bytes -= sum(found.entries.map(({ json }) => Buffer.byteLength(json)));
      from = found.next;
    }
  }

  /** As many entries of a window from a position on as an answer may take. */
  async #fill(
    window: LogWindow,
    from: string,
    { limit, withVersions, bytes: bytesMax, isEmpty }: Room,
  ): Promise<ChangesRead & { isFull: boolean }> {
    const place = parsePosition(from)?.place;
    const taken: Entry[] = [];
    let bytes = 0;
    let cut: Entry | undefined;
    const batches = this.entriesOf(window, { withVersions, after: place }, Math.min(limit + 1, thingsAtOnce));
    for await (const batch of batches) {
      for (const entry of batch) {
        bytes += Buffer.byteLength(entry.json);
        if (taken.length === limit || (bytes > bytesMax && !(isEmpty && taken.length === 0))) {
          cut = entry;
          break;
        }
        taken.push(entry);
      }
      if (cut !== undefined) break;
    }
    const behind = (index: number): string => {
      const { thing } = taken[index] as Entry;
      const following = taken[index + 1] ?? cut;
      return following?.thing.seq === thing.seq
        ? writePosition(thing.seq - 1, window.markOf(thing.seq - 1), thing)
        : writePosition(thing.seq, window.markOf(thing.seq));
    };
    const entries = taken.map(({ json }, index) => ({ json, position: behind(index) }));
    if (cut === undefined) {
      const { lastSeq, more } = window;
      const next = writePosition(lastSeq, window.markOf(lastSeq));
      return { entries, lastSeq, next, more, isFull: taken.length === limit };
    }
    const next = entries.at(-1)?.position ?? from;
    return { entries, lastSeq: parsePosition(next)?.seq ?? 0, next, more: true, isFull: true };
  }

  /** What was asked before and is still true. What `isKept` says no to is shared only while it is looked up. */
  #share<Answer>(
    key: string,
    find: () => Promise<Answer>,
    isKept: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const known = this.#shared.get(key) as Promise<Answer> | undefined;
    if (known !== undefined && this.#isCurrent()) return known;
    const found = find();
    if (this.#shared.size >= sharedMax) this.#shared.clear();
    this.#shared.set(key, found);
    const forget = (): void => {
      if (this.#shared.get(key) === found) this.#shared.delete(key);
    };
    found.then((answer) => (isKept(answer) ? undefined : forget()), forget);
    return found;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
