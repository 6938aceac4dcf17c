/** Whether tests run in their long forms, as `npm run test:long` asks. */
const isLong = process.env['TEST_LENGTH'] === 'long';

/** How much of something a test does. */
export const sized = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short);

/** One of the choices, another for each index; in the long form all of them. */
export const someOf = <T>(choices: readonly T[], index: number): readonly T[] =>
  isLong ? choices : choices.slice(index % choices.length, (index % choices.length) + 1);
