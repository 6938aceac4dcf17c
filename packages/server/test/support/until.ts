import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** What this process does itself is done after a few turns of the event loop. */
const turnsMax = 50;
const pollMsMin = 10;
const pollMsMax = 200;

/**
 * Resolves once the condition holds; the limit of the test run ends it else. Who asks takes the processor from those
 * that are to answer, so the pause between two questions is a tenth of the time that has passed, or `pollMs`.
 */
export const until = async (
  condition: () => Promise<boolean> | boolean,
  { pollMs }: { pollMs?: number } = {},
): Promise<void> => {
  const begun = performance.now();
  for (let turns = 0; !(await condition()); turns += 1) {
    const tenthMs = (performance.now() - begun) / 10;
    await (turns < turnsMax
      ? setImmediate()
      : wait(pollMs ?? Math.min(Math.max(pollMsMin, tenthMs), pollMsMax)));
  }
};
