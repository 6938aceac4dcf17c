import assert from 'node:assert/strict';
import { test } from 'node:test';

const root = new URL('../../../../', import.meta.url);

/**
 * Runs one of several test files of a process to its end: their suites would start all their servers at once. The next
 * file must find the environment that this one found.
 */
export const runTestFile = async (file: string): Promise<void> => {
  const environment = { ...process.env };
  await import(new URL(file, root).href);
  await test(`the environment is as before ${file}`, () =>
    assert.deepEqual({ ...process.env }, environment));
};
