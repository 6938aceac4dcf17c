import assert from 'node:assert/strict';
import { test } from 'node:test';

const root = new URL('../../../../', import.meta.url);
const hourMs = 3_600_000;

/**
 * Runs one of several test files of a process to its end: their suites would start all their servers at once. The next
 * file must find the environment that this one found.
 */
export const runTestFile = async (file: string): Promise<void> => {
  const environment = { ...process.env };
  // A test may wait for what keeps no process alive, and the module that waits for the test would be given up.
  const alive = setInterval(() => undefined, hourMs);
  await import(new URL(file, root).href);
  await test(`the environment is as before ${file}`, () => assert.deepEqual({ ...process.env }, environment));
  clearInterval(alive);
};
