import { setTimeout as wait } from 'node:timers/promises';
import { memoizeFor } from '../memoize-for.ts';
import { type RegistryFigures, findRegistryFigures } from '../store/registry-figures.ts';
import type { Store } from '../store/store.ts';

/** The database is queried at most this often, however many ask. */
const keptMs = 10_000;
/** A database that takes longer counts as unavailable. */
const answerMsMax = 2_000;

export interface KeptFigures extends RegistryFigures {
  /** When they were counted. */
  at: Date;
}

/** The registry in numbers; undefined while the database is unavailable. Never throws. */
export type AskFigures = () => Promise<KeptFigures | undefined>;

export const keepFigures = (store: Store, now: () => Date): AskFigures => {
  const count = async (at: Date): ReturnType<AskFigures> => {
    const figures = await Promise.race([
      findRegistryFigures(store.read, at).catch(() => undefined),
      wait(answerMsMax, undefined, { ref: false }),
    ]);
    return figures && { ...figures, at };
  };
  return memoizeFor(keptMs, now, count);
};
