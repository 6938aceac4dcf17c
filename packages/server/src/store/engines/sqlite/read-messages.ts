/** What a read thread is asked. It reads one statement at a time, from its beginning to its last row. */
export type ReadRequest =
  | {
      ask: 'begin';
      path: string;
      text: string;
      parameters: readonly unknown[];
      processorMsMax: number;
    }
  | { ask: 'more' }
  | { ask: 'close'; path: string };

/** What it replies: some rows, which are not the last ones if its slice was over, or why there are none. */
export type ReadReply =
  | { rows: readonly unknown[]; isLast: boolean }
  | { failed: 'overdue' }
  | { failed: 'error'; message: string; errcode: number | undefined };

/** By the number of the request. */
export interface Numbered<Message> {
  number: number;
  message: Message;
}
