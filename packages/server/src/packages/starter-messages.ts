import type { Priority } from './priority.ts';

export interface StartOrder {
  command: readonly [program: string, ...args: string[]];
  /** The path of the file that the process inherits. It loses its name. */
  slot: string;
}

export interface LowerOrder {
  pid: number;
  priority: Exclude<Priority, 'equal'>;
}

/** What the server asks of the process that starts others. */
export type StarterOrder = { id: number } & (StartOrder | LowerOrder);

/** What it hears about an order. A stream comes with its handle, unless the process has closed it. */
export type StarterNews = { id: number } & (
  | { stream: 'stdin' | 'stdout' }
  | { pid: number | undefined }
  | { end: ProcessEnd }
  | { isLowered: true }
  | { error: string }
);

/** How a process ended, and the end of what it wrote to stderr. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
  complaint: string;
}
