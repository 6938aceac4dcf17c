import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { password } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

/** How often the runtime was asked to flush a file's data, by the trace it wrote of itself. */
const countFlushes = (traceFile: string): number => {
  const { traceEvents } = JSON.parse(readFileSync(traceFile, 'utf8')) as {
    traceEvents: { name: string; ph: string }[];
  };
  return traceEvents.filter(({ name, ph }) => name === 'fdatasync' && ph === 'b').length;
};

/** Starts a server, does `writes` of it, and returns how many flushes all of that took. */
const flushesOf = async (
  test: Parameters<typeof temporaryData>[0],
  writes: (edit: (name: string) => Promise<unknown>) => Promise<unknown>,
): Promise<number> => {
  const data = await temporaryData(test);
  const trace = join(data.DATA_DIR, 'trace.json');
  const server = await startServerProcess({
    ...data,
    NODE_OPTIONS: `--trace-event-categories=node.fs.async --trace-event-file-pattern=${trace}`,
  });
  const signedUp = await new Client(server.url).post('/auth/sign-up/email', {
    name: 'ada',
    email: 'ada@example.org',
    password,
  });
  const ada = new Client(server.url, signedUp.json.token);
  assert.equal((await ada.post('/publishers', { id: 'ada', name: 'Ada' })).status, 201);
  assert.equal((await ada.post('/publishers/ada/nodes', { id: 'Node' })).status, 201);
  await writes(async (name) => {
    const reply = await ada.put('/publishers/ada/nodes/node', { name });
    assert.equal(reply.status, 200, reply.text);
  });
  await server.end('SIGTERM');
  return countFlushes(trace);
};

const names = Array.from({ length: 64 }, (_, index) => `Name ${index}`);

suiteOnSqlite('a write on SQLite', () => {
  test('is flushed to the disk before it is acknowledged, and shares the flush with those beside it', async (t) => {
    const none = await flushesOf(t, async () => undefined);
    const apart = await flushesOf(t, async (edit) => {
      for (const name of names) await edit(name);
    });
    const together = await flushesOf(t, (edit) => Promise.all(names.map(edit)));
    assert.ok(none > 0);
    assert.ok(apart - none >= names.length, `${apart - none} flushes of ${names.length} writes, one by one`);
    assert.ok(together - none > 0 && together - none < names.length, `${together - none} flushes together`);
  });
});
