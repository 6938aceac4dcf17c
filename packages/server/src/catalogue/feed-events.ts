import type { Feed } from './feed.ts';

/** For a request that does not wait. */
export const neverGone: AbortSignal = new AbortController().signal;

const changesAtOnce = 100;
/** After which a comment shows that the connection is alive. */
const heartbeatMs = 15_000;
const reconnectMs = 2_000;

/**
 * The public changes after a position as Server-Sent Events, one after the other as they are read, until the signal or
 * the feed ends them.
 */
export const eventsOf = async function* (
  feed: Feed,
  since: string,
  { withVersions, signal }: { withVersions: boolean; signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  yield `retry: ${reconnectMs}\n\n`;
  for (let from = since; !signal.aborted && !feed.isClosed;) {
    const waiting = { limit: changesAtOnce, withVersions, waitMs: heartbeatMs, signal };
    const { entries, next } = await feed.list(from, waiting);
    for (const { position, json } of entries) yield `id: ${position}\nevent: change\ndata: ${json}\n\n`;
    // An event without data is none, but its id counts.
    if (entries.length === 0) yield `:\nid: ${next}\n\n`;
    from = next;
  }
};
