import { limits } from '@patchbay/contract';
import type { Readable } from 'node:stream';
import type { Coding } from './codings.ts';
import type { Feed, LogWindow } from './feed.ts';
import { type Position, parsePosition, writePosition } from './position.ts';
import type { Snapshots } from './snapshots.ts';
import type { Watch } from './watch.ts';

/** The catalogue, or what changed of it, ready to be sent. */
export interface OpenedCatalogue {
  /** Names this state, in whatever coding. */
  etag: string;
  lastSeq: number;
  /** A file that is compressed already or still being written, or lines as they are written. */
  body:
    | { bytes: number | undefined; coding: Coding; stream: () => Readable; close: () => Promise<void> }
    | { lines: AsyncIterable<string> };
}

/** The whole catalogue, or what changed of it since a position. */
export class Catalogue {
  readonly feed: Feed;
  readonly watch: Watch;
  readonly #snapshots: Snapshots;

  constructor(feed: Feed, watch: Watch, snapshots: Snapshots) {
    this.feed = feed;
    this.watch = watch;
    this.#snapshots = snapshots;
  }

  /** What changed since a position, or the whole catalogue if that is unknown, too old or undefined. */
  async open(
    since: string | undefined,
    { coding, withVersions }: { coding: Coding; withVersions: boolean },
  ): Promise<OpenedCatalogue> {
    const versions = withVersions ? 'all' : 'latest';
    const position = since === undefined ? undefined : parsePosition(since);
    const window = position && (await this.feed.window(position, limits.catalogueChangesMax));
    if (position !== undefined && window !== undefined && !window.more) {
      const next = writePosition(window.lastSeq, window.markOf(window.lastSeq));
      return {
        etag: `${next}-${versions}-${position.seq}`,
        lastSeq: window.lastSeq,
        body: { lines: this.#linesOf(window, position, withVersions) },
      };
    }
    const { position: at, seq, ...file } = await this.#snapshots.open({ coding, withVersions });
    return { etag: `${at}-${versions}`, lastSeq: seq, body: { coding, ...file } };
  }

  async *#linesOf(
    window: LogWindow,
    { seq: since, place: after }: Position,
    withVersions: boolean,
  ): AsyncGenerator<string, void, undefined> {
    const { lastSeq } = window;
    const next = writePosition(lastSeq, window.markOf(lastSeq));
    yield `${JSON.stringify({ catalogue: { last_seq: lastSeq, next, since } })}\n`;
    for await (const entries of this.feed.entriesOf(window, { withVersions, after })) {
      yield entries.map(({ json }) => `${json}\n`).join('');
    }
  }

  /** Ends what waits, and what is being written. */
  async stop(): Promise<void> {
    this.feed.close();
    await this.#snapshots.stop();
  }
}
