import type { TestContext } from 'node:test';

/** Time that passes when it is told to, for the turns on the thread. */
export const mockTime = (t: TestContext) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  return { pass: (ms: number) => (now += ms) };
};
