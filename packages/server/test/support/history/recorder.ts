import { type Client, RegistryError, createClient } from '@patchbay/client';
import type { EndpointName, ErrorCode } from '@patchbay/contract';
import type { Change, Observation, Operation, Outcome, Write } from './history.ts';

/** An answer that has not come by then never counts as one. */
const patienceMs = 30_000;

/** What a server answered: the body of a success, or why it refused. */
export type Answer<Body> = { headers: Headers; status: number } & (
  { body: Body; refusal?: undefined } | { body?: undefined; refusal: RegistryError }
);

/** What is about to be sent, and what its answer will mean. */
export interface Request<Body> {
  kind: EndpointName;
  process: string;
  caller: string;
  /** Gets a client of the process that sends each request once. */
  send: (client: Client) => Promise<Body>;
  /** Whose client it is; by default nobody's. */
  bearer?: string | undefined;
  writes?: readonly Write[];
  refusals?: readonly ErrorCode[];
  /** What an answer shows, be it a success or a refusal. */
  observe?: (answer: Answer<Body>) => readonly Observation[];
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
  async record<Body>(request: Request<Body>): Promise<Answer<Body> | undefined> {
    const { kind, process, caller, writes = [], refusals = [], observe = () => [] } = request;
    const invokedAt = performance.now();
    const answer = await patiently(exchange(request)).catch(() => undefined);
    const completedAt = performance.now();
    const outcome = outcomeOf(answer);
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
      observations: answer === undefined || outcome === 'unknown' ? [] : observe(answer),
      ...(answer === undefined ? {} : describe(answer)),
    });
    return outcome === 'unknown' ? undefined : answer;
  }
}

/** Rejects if no whole answer came. */
const exchange = async <Body>({ process, bearer, send }: Request<Body>): Promise<Answer<Body>> => {
  let response = new Response();
  const client = createClient({
    // A package store is asked at whole addresses.
    url: URL.canParse(process) ? process : 'http://127.0.0.1',
    token: bearer,
    retries: 0,
    fetch: async (input, init) => (response = await fetch(input, init)),
  });
  const said = await send(client).then(
    (body) => ({ body }),
    (error: unknown) => {
      if (error instanceof RegistryError) return { refusal: error };
      throw error;
    },
  );
  const { status, headers } = response;
  return { status, headers, ...said };
};

const patiently = async <Body>(answer: Promise<Answer<Body>>): Promise<Answer<Body>> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer came')), patienceMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const outcomeOf = (answer: Answer<unknown> | undefined): Outcome => {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  return answer.refusal === undefined ? 'acknowledged' : 'refused';
};

const describe = ({ status, headers, body, refusal }: Answer<unknown>) => {
  const requestId = headers.get('x-request-id');
  const { changes } = (body ?? {}) as { changes?: readonly Change[] };
  return {
    status,
    hasRetryAfter: headers.has('retry-after'),
    ...(requestId === null ? {} : { requestId }),
    ...(refusal?.code === undefined ? {} : { error: refusal.code }),
    ...(changes === undefined ? {} : { changes }),
  };
};
