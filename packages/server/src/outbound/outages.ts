import type { FastifyBaseLogger } from 'fastify';
import { ServerAwayError } from '../errors.ts';

/** The servers that this one calls besides its storage, as the log names them. */
const servers = {
  'breached-passwords': 'the service of breached passwords',
  issuer: 'an issuer of identity tokens',
  mail: 'the mail server',
  'name-servers': 'the name servers',
  packages: 'where the packages of the source are',
  provider: 'the sign-in provider',
  repository: 'a host of repositories',
  scanner: 'the scanner of leaked tokens',
  source: 'the source',
  webhook: 'the receiver of a webhook',
} as const;

export type CalledServer = keyof typeof servers;

interface Outage {
  begun: number;
  latest: number;
  failures: number;
}

/** An outage without a failure for so long has ended, as another process may have noticed. */
const endedAfterMs = 60 * 60_000;
const causesMax = 10;
const reasonCharsMax = 500;

/**
 * The outages of called servers, each of which is two lines in the log: its first failure with the reason, and its end.
 * The failures between are counted.
 */
export class Outages {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #count: (server: CalledServer) => void;
  readonly #outages = new Map<string, Outage>();

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, count: (server: CalledServer) => void) {
    this.#log = log;
    this.#count = count;
  }

  /** A call failed. `name` tells servers of one kind apart: the settings name all of them. Returns what to throw. */
  failed(server: CalledServer, error: Error, name = ''): ServerAwayError {
    this.#count(server);
    const now = performance.now();
    const key = `${server} ${name}`;
    const known = this.#outages.get(key);
    if (known !== undefined && now - known.latest < endedAfterMs) {
      known.failures += 1;
      known.latest = now;
    } else {
      this.#outages.set(key, { begun: now, latest: now, failures: 1 });
      this.began(server, reasonOf(error), name);
    }
    return new ServerAwayError(error.message, { cause: error });
  }

  /** A call succeeded. */
  answered(server: CalledServer, name = ''): void {
    const key = `${server} ${name}`;
    const outage = this.#outages.get(key);
    if (outage === undefined) return;
    this.#outages.delete(key);
    const seconds = Math.round((performance.now() - outage.begun) / 1_000);
    this.ended(server, name, { failures: outage.failures, seconds });
  }

  /** Logs the beginning of an outage that the caller keeps track of. */
  began(server: CalledServer, reason: string, name: string): void {
    this.#log.warn(
      { server, ...(name && { name }), reason },
      `${servers[server]} cannot be used; further failures are counted`,
    );
  }

  ended(server: CalledServer, name: string, figures: { failures?: number; seconds?: number } = {}): void {
    this.#log.warn({ server, ...(name && { name }), ...figures }, `${servers[server]} can be used again`);
  }
}

/** The messages of an error and its causes in one line. */
const reasonOf = (error: Error): string => {
  const messages: string[] = [];
  for (
    let one: unknown = error;
    one instanceof Error && messages.length < causesMax;
    one = one instanceof AggregateError ? one.errors[0] : one.cause
  ) {
    if (one.message !== '' && one.message !== messages.at(-1)) messages.push(one.message);
  }
  return messages.join(': ').replaceAll(/\s+/g, ' ').slice(0, reasonCharsMax);
};
