import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** What this process does itself is done after a few turns of the event loop. */
const turnsMax = 50;

/**
 * Resolves once the condition holds; the limit of the test run ends it else. Who asks more often takes the processor
 * from those that are to answer.
 */
export const until = async (
  condition: () => Promise<boolean> | boolean,
  { pollMs = 10 }: { pollMs?: number } = {},
): Promise<void> => {
  for (let turns = 0; !(await condition()); turns += 1) {
    await (turns < turnsMax ? setImmediate() : wait(pollMs));
  }
};
