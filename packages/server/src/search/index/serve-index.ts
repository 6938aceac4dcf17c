// The thread that has the search index, so that neither building it nor a search holds the thread that answers requests.
import { parentPort, workerData } from 'node:worker_threads';
import type { Numbered } from '../../asked-thread.ts';
import type { IndexReply, IndexRequest } from './messages.ts';
import { NodeIndex } from './node-index.ts';
import { type IndexedMax, toIndexedNode } from './to-indexed-node.ts';
import { OverdueError, spentMs } from './word-index.ts';

const { indexedMax, searchMsMax } = workerData as { indexedMax: IndexedMax; searchMsMax: number };
const index = new NodeIndex();

const answer = (request: IndexRequest): IndexReply => {
  const deadline = spentMs() + searchMsMax;
  switch (request.ask) {
    case 'put':
      for (const key of request.gone) index.remove(key);
      for (const node of request.nodes) index.put(toIndexedNode(node, indexedMax));
      return { result: undefined };
    case 'count':
      for (const [key, downloads] of request.downloads) index.setDownloads(key, downloads);
      return { result: undefined };
    case 'search':
      return { result: index.search(request.request, deadline) };
    case 'suggest':
      return { result: index.suggest(request.text, request.limit, deadline) };
  }
};

const answerOrFail = (request: IndexRequest): IndexReply => {
  try {
    return answer(request);
  } catch (error) {
    if (error instanceof OverdueError) return { failed: 'overdue' };
    return {
      failed: 'error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
};

parentPort?.on('message', ({ number, message }: Numbered<IndexRequest>) => {
  const reply: Numbered<IndexReply> = { number, message: answerOrFail(message) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(reply);
});
