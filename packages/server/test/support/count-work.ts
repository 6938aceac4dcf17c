import { ChildProcess } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/** What a request made this process do, in numbers that are the same on every machine. */
export interface Work {
  /** Processes started. */
  processes: number;
  /** Statements sent to the database, and how many of them began a transaction. */
  statements: number;
  transactions: number;
  /** Files that were flushed, the log of SQLite among them, and folders. */
  flushes: number;
  folderSyncs: number;
}

export const nothing: Readonly<Work> = {
  processes: 0,
  statements: 0,
  transactions: 0,
  flushes: 0,
  folderSyncs: 0,
};

let counted: { work: Work; texts: string[] } | undefined;

/** How a follower asks for the end of the log four times a second, which a slow machine has in every count. */
const asksByClock = /max\("counted"\)/;

const countStatement = (text: string): void => {
  if (counted === undefined || asksByClock.test(text)) return;
  counted.texts.push(text);
  counted.work.statements += 1;
  if (/^\s*begin\b/i.test(text)) counted.work.transactions += 1;
};

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Has every call of a method counted, which goes on as before. */
const watch = (
  owner: object,
  name: string,
  count: (self: unknown, args: readonly unknown[]) => void,
): void => {
  const methods = owner as Record<string, Method>;
  const original = methods[name];
  if (original === undefined) throw new Error(`there is no method ${name}`);
  methods[name] = function (...args) {
    count(this, args);
    return original.apply(this, args);
  };
};

watch(ChildProcess.prototype, 'spawn', () => {
  if (counted !== undefined) counted.work.processes += 1;
});
for (const name of ['all', 'get', 'run', 'iterate']) {
  watch(StatementSync.prototype, name, (self) => countStatement((self as StatementSync).sourceSQL));
}
watch(Client.prototype, 'query', (_self, [query]) => {
  countStatement(typeof query === 'string' ? query : String((query as { text?: string }).text));
});

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();
for (const name of ['sync', 'datasync'] as const) {
  const original = prototype[name];
  prototype[name] = async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory();
    if (counted !== undefined) counted.work[isFolder ? 'folderSyncs' : 'flushes'] += 1;
    return original.call(this);
  };
}

/** Counts what this process does during `run`, the server's own work beside it included. */
export const countWork = async (
  run: () => Promise<unknown>,
): Promise<Work & { texts: readonly string[] }> => {
  if (counted !== undefined) throw new Error('one count at a time');
  const mine = { work: { ...nothing }, texts: new Array<string>() };
  counted = mine;
  try {
    await run();
  } finally {
    counted = undefined;
  }
  return { ...mine.work, texts: mine.texts };
};
