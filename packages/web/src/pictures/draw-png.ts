import { Piscina } from 'piscina';

/** The thread ends when nobody has asked for a picture for a while. */
const idleMs = 30_000;
/** A picture takes tens of milliseconds; one that takes this long would take forever. */
const drawMsMax = 10_000;
const waitingMax = 16;

let pool: Piscina<string, Uint8Array> | undefined;

/** Draws SVG as PNG, one picture at a time, off the event loop. Undefined if too many wait. */
export const drawPng = async (svg: string): Promise<Uint8Array | undefined> => {
  pool ??= new Piscina<string, Uint8Array>({
    filename: new URL('png-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
  });
  if (pool.queueSize >= waitingMax) return undefined;
  return pool.run(svg, { signal: AbortSignal.timeout(drawMsMax) });
};
