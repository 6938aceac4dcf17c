/** So long the thread that answers may go on with lists and long bodies before the requests of others come between. */
const turnMsMax = 5;

/**
 * The event loop accepts one connection in a turn. For so long, turns without heavy work may follow one with it, while
 * each accepts one.
 */
const lightMsMax = 50;

const waiting: (() => void)[] = [];
let begunAt: number | undefined;
let lightUntil: number | undefined;
let hasAccepted = false;

/** Notes that this turn of the event loop has accepted a connection. */
export const noteConnection = (): void => {
  hasAccepted = true;
};

/**
 * Resolves once work that may be heavy can begin on the thread that answers: at once while a turn of the event loop has
 * time for it, else one piece in each further turn, in the order of their arrival, once nobody waits to be accepted.
 */
export const heavyTurn = async (): Promise<void> => {
  if (begunAt === undefined) return beginTurn();
  if (waiting.length === 0 && performance.now() - begunAt < turnMsMax) return;
  await new Promise<void>((begin) => waiting.push(begin));
};

const beginTurn = (): void => {
  begunAt = performance.now();
  lightUntil = undefined;
  hasAccepted = false;
  setImmediate(endTurn);
};

const endTurn = (): void => {
  lightUntil ??= performance.now() + lightMsMax;
  if (hasAccepted && performance.now() < lightUntil) {
    hasAccepted = false;
    setImmediate(endTurn);
    return;
  }
  begunAt = undefined;
  const begin = waiting.shift();
  if (begin === undefined) return;
  beginTurn();
  begin();
};
