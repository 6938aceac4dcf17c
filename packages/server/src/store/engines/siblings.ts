import cluster from 'node:cluster';
import type { CommitNotice } from '../engine.ts';

/** A message between the processes of one server, relayed by their parent. */
export interface NoticeMessage {
  news: CommitNotice;
}

export const isNoticeMessage = (message: unknown): message is NoticeMessage =>
  typeof message === 'object' && message !== null && 'news' in message;

/** Notifies the other processes of this server after the current task of the event loop. */
export const broadcastToSiblings = (news: CommitNotice): void => {
  // The commit that ends the transaction follows without a turn of the event loop; to tell of none does no harm.
  if (cluster.isWorker) setImmediate(() => process.send?.({ news } satisfies NoticeMessage));
};

/** Returns how to stop. */
export const subscribeToSiblings = (listener: (news: CommitNotice) => void): (() => void) => {
  const receive = (message: unknown): void => {
    if (isNoticeMessage(message)) listener(message.news);
  };
  if (cluster.isWorker) process.on('message', receive);
  return () => process.off('message', receive);
};
