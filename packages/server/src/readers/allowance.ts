/**
 * What a task may take. Where the system does not tell the processor time of a process, the time on the clock counts
 * as such.
 */
export interface Allowance {
  processorMs: number;
  /** On the clock, whatever the processor time. */
  wallMs: number;
}
