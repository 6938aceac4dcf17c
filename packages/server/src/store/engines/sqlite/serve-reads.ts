// A thread that reads from SQLite databases, so that no read holds the thread that answers requests.
import { parentPort } from 'node:worker_threads';
import { sliceMs } from '../../../next-slice.ts';
import { type PreparedDatabase, connect } from './prepared-database.ts';
import type { Numbered, ReadReply, ReadRequest } from './read-messages.ts';

/** The clock of the thread is asked once in so many rows. */
const rowsBetweenLooks = 64;

class OverdueError extends Error {}

const databases = new Map<string, PreparedDatabase>();
let rows: IterableIterator<unknown> | undefined;
let begun: NodeJS.CpuUsage | undefined;
let processorMsMax = 0;
let looks = 0;

/** Whether the present statement may go on: it tests this of each row, because SQLite itself does not pause. */
const checkTime = (): void => {
  const { user, system } = process.threadCpuUsage(begun);
  if ((user + system) / 1_000 > processorMsMax) throw new OverdueError();
};
const isInTime = (): number => {
  looks += 1;
  if (looks % rowsBetweenLooks === 0) checkTime();
  return 1;
};

const databaseAt = (path: string): PreparedDatabase => {
  const known = databases.get(path) ?? connect(path, true, isInTime);
  databases.set(path, known);
  return known;
};

/** The rows of one slice. */
const readSome = (): ReadReply => {
  const begun = performance.now();
  const some: unknown[] = [];
  for (let next = rows?.next(); next?.done === false; next = rows?.next()) {
    some.push(next.value);
    if (performance.now() - begun < sliceMs) continue;
    checkTime();
    return { rows: some, isLast: false };
  }
  rows = undefined;
  return { rows: some, isLast: true };
};

const answer = (request: ReadRequest): ReadReply => {
  switch (request.ask) {
    case 'begin':
      begun = process.threadCpuUsage();
      ({ processorMsMax } = request);
      rows = databaseAt(request.path).prepare(request.text).iterate(request.parameters);
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
    if (error instanceof OverdueError) return { failed: 'overdue' };
    const { message, errcode } = error as Error & { errcode?: number };
    return { failed: 'error', message, errcode };
  }
};

parentPort?.on('message', ({ number, message }: Numbered<ReadRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads, not a window
  parentPort?.postMessage({ number, message: replyTo(message) } satisfies Numbered<ReadReply>);
});
