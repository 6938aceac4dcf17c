/** The steps of a package from its publish to the end of its last job, in order. */
export const killSteps = [
  'publish',
  'upload',
  'inspect',
  'store',
  'record',
  'check',
  'extract',
  'finish',
] as const;
export type KillStep = (typeof killSteps)[number];

/** How the server that a test runs is told after which step to die, and at which of its occurrences. */
export const killVariables = { step: 'TEST_KILL_AFTER', occurrence: 'TEST_KILL_OCCURRENCE' };

const mark = 'step ';
const lineOf = new RegExp(`^${mark}(${killSteps.join('|')})$`, 'gm');

/** The line that a watched server writes at the end of a step. */
export const writeStep = (step: KillStep): string => `${mark}${step}\n`;

/** The step that a watched server ended last, or `start` if it ended none. */
export const lastStep = (output: string): string => [...output.matchAll(lineOf)].at(-1)?.[1] ?? 'start';
