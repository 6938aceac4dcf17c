import cluster from 'node:cluster';
import type { News } from '../engine.ts';

/** A message between the processes of one server, by way of the one that started them. */
export interface NewsMessage {
  news: News;
}

export const isNewsMessage = (message: unknown): message is NewsMessage =>
  typeof message === 'object' && message !== null && 'news' in message;

/** Tells the other processes of this server, where there are any, as soon as what runs now is done. */
export const tellSiblings = (news: News): void => {
  // The commit that ends the transaction follows without a turn of the event loop; to tell of none does no harm.
  if (cluster.isWorker) setImmediate(() => process.send?.({ news } satisfies NewsMessage));
};

/** Returns how to stop. */
export const hearSiblings = (listener: (news: News) => void): (() => void) => {
  const hear = (message: unknown): void => {
    if (isNewsMessage(message)) listener(message.news);
  };
  if (cluster.isWorker) process.on('message', hear);
  return () => process.off('message', hear);
};
