import cluster from 'node:cluster';
import type { CommitNotice } from '../engine.ts';

/** A message between the processes of one server, relayed by their parent. */
export interface NoticeMessage {
  notice: CommitNotice;
}

export const isNoticeMessage = (message: unknown): message is NoticeMessage =>
  typeof message === 'object' && message !== null && 'notice' in message;

/** Notifies the other processes of this server after the current task of the event loop. */
export const broadcastToSiblings = (notice: CommitNotice): void => {
  // The transaction commits in this iteration of the event loop. A notice of a commit that failed does no harm.
  if (cluster.isWorker) setImmediate(() => process.send?.({ notice } satisfies NoticeMessage));
};

/** Returns how to stop. */
export const subscribeToSiblings = (listener: (notice: CommitNotice) => void): (() => void) => {
  const receive = (message: unknown): void => {
    if (isNoticeMessage(message)) listener(message.notice);
  };
  if (cluster.isWorker) process.on('message', receive);
  return () => process.off('message', receive);
};
