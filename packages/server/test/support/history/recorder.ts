import type { Change, EndpointName, ErrorCode } from '@patchbay/contract';
import type { Reply } from '../client.ts';
import type { Observation, Operation, Outcome, Write } from './history.ts';

/** An answer that has not come by then never counts as one. */
const patienceMs = 30_000;

/** What is about to be sent, and what its answer will mean. */
export interface Request {
  kind: EndpointName;
  process: string;
  caller: string;
  send: () => Promise<Reply>;
  writes?: readonly Write[];
  refusals?: readonly ErrorCode[];
  /** What an answer shows, be it a success or a refusal. */
  observe?: (reply: Reply) => readonly Observation[];
}

/** Keeps every request with its answer. */
export class Recorder {
  readonly operations: Operation[] = [];
  #issued = 0;

  /** A text that was never written before. */
  uniqueText(): string {
    this.#issued += 1;
    return `unique-${this.#issued}`;
  }

  /** Sends and records. Returns the answer, or undefined when what happened is unknown. */
  async record(request: Request): Promise<Reply | undefined> {
    const { kind, process, caller, send, writes = [], refusals = [], observe = () => [] } = request;
    const invokedAt = performance.now();
    const reply = await patiently(send()).catch(() => undefined);
    const completedAt = performance.now();
    const outcome = outcomeOf(reply);
    this.operations.push({
      id: this.operations.length,
      kind,
      process,
      caller,
      invokedAt,
      completedAt,
      outcome,
      refusals,
      writes,
      observations: reply === undefined || outcome === 'unknown' ? [] : observe(reply),
      ...(reply === undefined ? {} : answerOf(reply)),
    });
    return outcome === 'unknown' ? undefined : reply;
  }
}

const patiently = async (answer: Promise<Reply>): Promise<Reply> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer came')), patienceMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const outcomeOf = (reply: Reply | undefined): Outcome => {
  if (reply === undefined || reply.status >= 500) return 'unknown';
  return reply.status < 400 ? 'acknowledged' : 'refused';
};

const answerOf = ({ status, headers, json }: Reply) => {
  const requestId = headers.get('x-request-id');
  const { error, changes } = json as { error?: string; changes?: readonly Change[] };
  return {
    status,
    hasRetryAfter: headers.has('retry-after'),
    ...(requestId === null ? {} : { requestId }),
    ...(error === undefined ? {} : { error }),
    ...(changes === undefined ? {} : { changes }),
  };
};
