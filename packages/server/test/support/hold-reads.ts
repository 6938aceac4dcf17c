import { mock } from 'node:test';
import type { PackageReader } from '../../src/packages/package-reader.ts';
import { until } from './until.ts';

/** Has every call of one task of the readers wait until it is released, and says which came. */
export const holdReads = (readers: PackageReader, task: 'inspect' | 'check') => {
  const waiting: (() => void)[] = [];
  let arrived = 0;
  const original = readers[task].bind(readers) as (...parts: never[]) => Promise<unknown>;
  const method = mock.method(readers, task, async (...parts: never[]) => {
    arrived += 1;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return original(...parts);
  });
  return {
    /** Resolves once so many calls came. */
    came: (count: number): Promise<void> => until(() => arrived >= count),
    /** Lets the calls that wait go on, and every later one. */
    release(): void {
      method.mock.restore();
      for (const go of waiting.splice(0)) go();
    },
  };
};
