import { mock } from 'node:test';
import type { PackageReader, ReadingRequest } from '../../src/packages/reading.ts';

/** Has uploads answered before their packages are read, which jobs do later, in the way of `readInJob`. */
export const postponeReads = (
  readers: PackageReader,
  readInJob: (read: () => ReturnType<PackageReader['read']>) => ReturnType<PackageReader['read']> = (read) =>
    read(),
) => {
  const original = readers.read.bind(readers);
  const { mock: method } = mock.method(readers, 'read', (request: ReadingRequest) => {
    const { budget } = request;
    return budget.isLow
      ? readInJob(() => original(request))
      : original({ ...request, budget: { ...budget, processorMs: 0 } });
  });
  return { restore: () => method.restore() };
};
