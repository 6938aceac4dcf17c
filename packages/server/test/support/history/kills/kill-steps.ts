/** The steps of a package from its publish to its verdict, in order. */
export const killSteps = ['publish', 'upload', 'inspect', 'store', 'record', 'check', 'extract'] as const;
export type KillStep = (typeof killSteps)[number];

/**
 * How a watched server is told after which step to die, at which of its occurrences, and whether its packages are on S3.
 * A server hides the variables that do not belong to the runtime before its modules could read them.
 */
export const killVariables = {
  step: 'NODE_KILL_AFTER',
  occurrence: 'NODE_KILL_OCCURRENCE',
  onS3: 'NODE_KILL_ON_S3',
};

const mark = 'step ';
const lineOf = new RegExp(`^${mark}(${killSteps.join('|')})$`, 'gm');

/** The line that a watched server writes at the end of a step. */
export const writeStep = (step: KillStep): string => `${mark}${step}\n`;

/** The step that a watched server ended last, or `start` if it ended none. */
export const lastStep = (output: string): string => [...output.matchAll(lineOf)].at(-1)?.[1] ?? 'start';
