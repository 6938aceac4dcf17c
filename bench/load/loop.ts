/** What both loops are given and what they give back. */
export interface Job {
  port: number;
  connections: number;
  keepBodies: boolean;
  requests: readonly Buffer[];
  expect: number | undefined;
}

export interface Sent {
  seconds: number;
  /** Milliseconds, one for each answer. */
  latencies: readonly number[];
  bodies: readonly string[];
}
