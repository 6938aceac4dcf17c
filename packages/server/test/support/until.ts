import { setImmediate } from 'node:timers/promises';

/** Resolves once the condition holds, asked at every turn of the event loop; the limit of the test run ends it else. */
export const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await condition())) await setImmediate();
};
