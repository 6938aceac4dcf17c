import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
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

/** How long a scrape waits for busy processes. Then it continues without them. */
const answerMsMax = 1_000;
const lateSecondsMax = 10;

/**
 * The messages between the processes of one server during a scrape: the scraped process sends `scrape`, every process
 * receives `collect` and replies with `collected`, and the first one receives `scraped`. The number identifies the
 * second of the scrape. All scrapes of one second get the same text, so that no counter ever seems to decrease.
 */
type ScrapeMessage =
  | { metrics: 'scrape' | 'collect'; second: number }
  | { metrics: 'collected'; second: number; text: string }
  | { metrics: 'scraped'; second: number; texts: readonly string[] };

const isScrapeMessage = (message: unknown): message is ScrapeMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** A process that ended in the meantime gets no message, which is no error. */
const send = (to: Worker, message: ScrapeMessage): void => {
  if (to.isConnected()) to.send(message, () => undefined);
};

const answer = async (to: Worker, second: number, texts: Promise<readonly string[]>): Promise<void> =>
  send(to, { metrics: 'scraped', second, texts: await texts });

/** In the parent process: receives the messages of the others and returns whether a message was about metrics. */
export const relayScrapes = (workers: () => readonly Worker[]) => {
  let latest = { second: 0, texts: Promise.resolve<readonly string[]>([]) };
  let take: (from: Worker, second: number, text: string) => void = () => undefined;
  const collect = async (second: number): Promise<readonly string[]> => {
    const texts = new Map<Worker, string>();
    const asked = workers().filter((worker) => worker.isConnected());
    const all = new Promise<void>((resolve) => {
      take = (from, of, text) => {
        if (of === second) texts.set(from, text);
        if (asked.every((worker) => texts.has(worker) || !worker.isConnected())) resolve();
      };
    });
    for (const worker of asked) send(worker, { metrics: 'collect', second });
    await Promise.race([all, wait(answerMsMax)]);
    return asked.flatMap((worker) => texts.get(worker) ?? []);
  };
  return (from: Worker, message: unknown): boolean => {
    if (!isScrapeMessage(message)) return false;
    const { second } = message;
    if (message.metrics === 'collected') {
      take(from, second, message.text);
    } else if (message.metrics === 'scrape') {
      // A process may ask a little late. Far behind, the clock was set back.
      const isNew = second > latest.second || second < latest.second - lateSecondsMax;
      if (isNew) latest = { second, texts: collect(second) };
      void answer(from, second, latest.texts);
    }
    return true;
  };
};

/** In one of several processes: provides its own metrics to the others, and requests those of all. */
const joinScrapes = (
  process: Pick<NodeJS.Process, 'send' | 'on' | 'off'>,
  own: () => Promise<string>,
): { ask: (second: number) => Promise<readonly string[]>; stop: () => void } => {
  const waiting = new Map<number, (texts: readonly string[]) => void>();
  const say = (message: ScrapeMessage) => process.send?.(message, undefined, undefined, () => undefined);
  const tell = async (second: number) => say({ metrics: 'collected', second, text: await own() });
  const hear = (message: unknown): void => {
    if (!isScrapeMessage(message)) return;
    const { second } = message;
    // If this process fails, the others continue without it.
    if (message.metrics === 'collect') tell(second).catch(() => undefined);
    if (message.metrics === 'scraped') waiting.get(second)?.(message.texts);
  };
  process.on('message', hear);
  return {
    ask: async (second) => {
      const texts = new Promise<readonly string[]>((resolve) => waiting.set(second, resolve));
      say({ metrics: 'scrape', second });
      const found = await Promise.race([texts, wait(2 * answerMsMax, undefined, { ref: false })]);
      waiting.delete(second);
      return found ?? [await own()];
    },
    stop: () => void process.off('message', hear),
  };
};
