export interface LoadRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Which of the load's bodies. */
  body?: number;
}

/** What the generator sends to one server on loopback. */
export interface Load {
  port: number;
  requests: readonly LoadRequest[];
  /** Base64. */
  bodies: readonly string[];
  connections: number;
  /** The expected status; any 2xx by default. */
  expect?: number;
  /**
   * `closed`: every connection sends its next request when it has its answer, over and over; `once`: the same, each
   * request a single time; `open`: requests leave at fixed times, whether or not earlier ones were answered.
   */
  loop:
    | { kind: 'closed'; seconds: number }
    | { kind: 'once' }
    | { kind: 'open'; seconds: number; perSecond: number };
  keepBodies?: boolean;
}

/** Milliseconds. */
export interface Latency {
  p50: number;
  p90: number;
  p99: number;
  p999: number;
  max: number;
}

export interface LoadResult {
  replies: number;
  seconds: number;
  latency: Latency;
  /** In the order of the answers; empty unless they are kept. */
  bodies: readonly string[];
}
