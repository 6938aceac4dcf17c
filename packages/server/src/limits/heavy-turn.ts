import { limits } from '@patchbay/contract';

const waiting: (() => void)[] = [];
let isTaken = false;

/**
 * Resolves once heavy work may begin on the thread that answers: at most one piece in each turn of the event loop, in
 * the order of their arrival, so that the requests of others come between. At once where nothing heavy is under way.
 */
export const heavyTurn = async (): Promise<void> => {
  if (isTaken) return new Promise((begin) => waiting.push(begin));
  isTaken = true;
  setImmediate(endTurn);
};

const endTurn = (): void => {
  const begin = waiting.shift();
  isTaken = begin !== undefined;
  if (begin === undefined) return;
  setImmediate(endTurn);
  begin();
};

/** As `heavyTurn`, for an answer with so many items; one with a few is not heavy. */
export const turnOfItems = async (items: number): Promise<void> => {
  if (items > limits.pageSizeDefault) await heavyTurn();
};
