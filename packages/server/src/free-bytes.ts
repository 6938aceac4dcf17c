import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A network disk may never answer. */
const answerMsMax = 2_000;

/** The bytes that the disk of a folder has left for this process. Rejects if the disk does not answer in 2 s. */
export const freeBytes = async (folder: string): Promise<number> => {
  const answer = await Promise.race([statfs(folder), wait(answerMsMax, undefined, { ref: false })]);
  if (answer === undefined) throw new Error(`the disk of ${folder} did not answer within ${answerMsMax} ms`);
  return answer.bavail * answer.bsize;
};
