import cluster from 'node:cluster';
import { joinScrapes } from './cluster-scrape.ts';
import { mergeTexts } from './merge-texts.ts';

/** Returns the metrics of the whole server as text. */
export interface Scrape {
  text(): Promise<string>;
  stop(): void;
}

/**
 * Collects the metrics of all processes and of the registry at most once a second, so that a flood of scrapes costs
 * only the transfer.
 */
export const openScrape = (
  own: () => Promise<string>,
  ofRegistry: () => Promise<string>,
  now: () => Date,
): Scrape => {
  const siblings = cluster.isWorker ? joinScrapes(process, own) : undefined;
  let latest = { second: Number.NaN, text: Promise.resolve('') };
  const collect = async (second: number): Promise<string> => {
    const [processes, registry] = await Promise.all([siblings?.ask(second) ?? [await own()], ofRegistry()]);
    return mergeTexts([...processes, registry]);
  };
  return {
    text: () => {
      const second = Math.floor(now().getTime() / 1_000);
      if (second !== latest.second) latest = { second, text: collect(second) };
      return latest.text;
    },
    stop: () => siblings?.stop(),
  };
};
