import { setTimeout as wait } from 'node:timers/promises';

const answerMsMax = 2_000;

/** What `look` finds. Rejects, naming `what`, if that takes longer than 2 s: a database or a disk may never answer. */
export const inTime = <Found>(look: Promise<Found>, what: string): Promise<Found> =>
  Promise.race([
    look,
    wait(answerMsMax, undefined, { ref: false }).then(() => {
      throw new Error(`the ${what} did not answer within ${answerMsMax} ms`);
    }),
  ]);
