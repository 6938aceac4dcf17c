/** What takes the steps that end a test or a suite. */
export interface Ending {
  after(fn: () => Promise<void>): void;
}

/** Ends what it is given the last first, a server before its data; the runner by itself goes from the first on. */
export const endingInReverse = (test: Ending): Ending => {
  const ends: (() => Promise<void>)[] = [];
  test.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { after: (end) => void ends.push(end) };
};
