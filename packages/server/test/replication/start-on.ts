import type { Ending } from '../support/ending.ts';
import type { DataSettings } from '../support/make-data.ts';
import { type TestServer, startServer } from '../support/start-server.ts';

/** A server on data that another one may have had before, until `end` is called, or the test ends. */
export const startOn = async (
  test: Ending,
  data: DataSettings,
  environment: Record<string, string>,
): Promise<TestServer & { end: () => Promise<void> }> => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startServer({ after: (end) => void ends.push(end) }, { ...data, ...environment });
  const end = async (): Promise<void> => {
    for (const each of ends.splice(0)) await each();
  };
  test.after(end);
  await server.settle();
  return { ...server, end };
};
