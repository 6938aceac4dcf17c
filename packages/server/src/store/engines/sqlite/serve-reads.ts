// A thread that reads from SQLite databases, so that no read holds the thread that answers requests.
import { parentPort } from 'node:worker_threads';
import { type PreparedDatabase, connect } from './prepared-database.ts';
import type { Numbered } from '../../../asked-thread.ts';
import type { ReadReply, ReadRequest } from './read-thread.ts';

/** Rows read in this time are sent together: the receiving thread copies them in one piece. */
const chunkMs = 2;

const databases = new Map<string, PreparedDatabase>();
let rows: Iterator<unknown> | undefined;

const databaseAt = (path: string): PreparedDatabase => {
  const known = databases.get(path) ?? connect(path, true);
  databases.set(path, known);
  return known;
};

/** The rows of one chunk. */
const readSome = (): ReadReply => {
  const begun = performance.now();
  const some: unknown[] = [];
  for (let next = rows?.next(); next?.done === false; next = rows?.next()) {
    some.push(next.value);
    if (performance.now() - begun >= chunkMs) return { rows: some, isLast: false };
  }
  rows = undefined;
  return { rows: some, isLast: true };
};

const answer = (request: ReadRequest): ReadReply => {
  switch (request.ask) {
    case 'begin':
      rows = databaseAt(request.path).iterate(request.text, request.parameters);
      return readSome();
    case 'more':
      return readSome();
    case 'close':
      databases.get(request.path)?.close();
      databases.delete(request.path);
      return { rows: [], isLast: true };
  }
};

/** An error as it can be copied: what SQLite says besides the message would be lost. */
const replyTo = (request: ReadRequest): ReadReply => {
  try {
    return answer(request);
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { failed: message, errcode };
  }
};

parentPort?.on('message', ({ number, message }: Numbered<ReadRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads, not a window
  parentPort?.postMessage({ number, message: replyTo(message) } satisfies Numbered<ReadReply>);
});
