import { AskedThread } from '../../../asked-thread.ts';
import { bundle } from '../../../software.ts';

/** It holds the rows of one slice. */
const heapMegabytesMax = 128;

/** A thread that reads. */
export class ReadThread extends AskedThread<ReadRequest, ReadReply> {
  /** Calls back once the thread has ended, for whatever reason. */
  constructor(onEnd: () => void) {
    super(
      bundle('threads/serve-reads.js'),
      { resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax } },
      onEnd,
    );
  }
}

/** What a read thread is asked. It reads one statement at a time, from its beginning to its last row. */
export type ReadRequest =
  | { ask: 'begin'; path: string; text: string; parameters: readonly unknown[] }
  | { ask: 'more' }
  | { ask: 'close'; path: string };

/** What it replies: some rows, which are not the last ones if its slice was over, or the error that SQLite reported. */
export type ReadReply =
  { rows: readonly unknown[]; isLast: boolean } | { failed: string; errcode: number | undefined };
