/**
 * What a task may take. Where the system does not tell the processor time of a process, the time on the clock counts
 * as such.
 */
export interface Allowance {
  processorMs: number;
  /** The time on the clock besides: how long it may wait for a processor, or for the disk, in all. */
  waitMs: number;
}
