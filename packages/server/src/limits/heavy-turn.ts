/** So long the thread that answers may go on with lists and long bodies before the requests of others come between. */
const turnMsMax = 5;

const waiting: (() => void)[] = [];
let begunAt: number | undefined;

/**
 * Resolves once work that may be heavy can begin on the thread that answers: at once while a turn of the event loop has
 * time for it, else one piece in each further turn, in the order of their arrival.
 */
export const heavyTurn = async (): Promise<void> => {
  if (begunAt === undefined) return beginTurn();
  if (waiting.length === 0 && performance.now() - begunAt < turnMsMax) return;
  await new Promise<void>((begin) => waiting.push(begin));
};

const beginTurn = (): void => {
  begunAt = performance.now();
  setImmediate(endTurn);
};

const endTurn = (): void => {
  begunAt = undefined;
  const begin = waiting.shift();
  if (begin === undefined) return;
  beginTurn();
  begin();
};
