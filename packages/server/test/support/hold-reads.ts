import { mock } from 'node:test';
import type { PackageReader, ReadingRequest } from '../../src/packages/reading.ts';
import { until } from './until.ts';

/** Has every reading, or only those that are `chosen`, wait until it is released, and says how many came. */
export const holdReads = (
  readers: PackageReader,
  chosen: (request: ReadingRequest) => boolean = () => true,
) => {
  const waiting: (() => void)[] = [];
  let arrived = 0;
  const original = readers.read.bind(readers);
  const method = mock.method(readers, 'read', async (request: ReadingRequest) => {
    if (chosen(request)) {
      arrived += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return original(request);
  });
  return {
    /** Resolves once so many readings came. */
    came: (count: number): Promise<void> => until(() => arrived >= count),
    /** Lets the readings that wait go on, and every later one. */
    release(): void {
      method.mock.restore();
      for (const go of waiting.splice(0)) go();
    },
  };
};
