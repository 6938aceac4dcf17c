import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { fetchText } from '../outbound/fetch-text.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import type { Outages } from '../outbound/outages.ts';

/** Of the answer of the service: it has a line of 40 characters for each password that begins alike. */
const answerBytesMax = 1024 * 1024;

/** What it takes to ask. */
export interface Asking {
  config: Pick<Config, 'OUTBOUND_PRIVATE' | 'PASSWORD_CHECK_URL'>;
  metrics: { count: (counter: 'passwordChecks', labels: { outcome: string }) => void };
  outages: Outages;
}

/**
 * Asks the service of `PASSWORD_CHECK_URL` whether a password was found in a breach, by the first five characters of its
 * SHA-1, from which nobody learns it. Undefined if there is no service, or it cannot be reached.
 */
export const isInBreach = async (
  { config, metrics, outages }: Asking,
  password: string,
): Promise<boolean | undefined> => {
  const { PASSWORD_CHECK_URL: base, OUTBOUND_PRIVATE } = config;
  if (base === undefined) return undefined;
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const answer = await fetchText(`${base}/${digest.slice(0, 5)}`, {
      hosts: [new URL(base).host],
      mayCallPrivate: OUTBOUND_PRIVATE === 'yes',
      bytesMax: answerBytesMax,
    });
    outages.answered('breached-passwords');
    const isKnown = (answer ?? '').split(/\r?\n/).some((line) => isFound(line, digest.slice(5)));
    metrics.count('passwordChecks', { outcome: isKnown ? 'breached' : 'unknown' });
    return isKnown;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    outages.failed('breached-passwords', error);
    metrics.count('passwordChecks', { outcome: 'failed' });
    return undefined;
  }
};

/** A line is the rest of a digest and how often it was found; padding was found no time. */
const isFound = (line: string, rest: string): boolean => {
  const [suffix, count] = line.split(':');
  return suffix?.toUpperCase() === rest && Number(count) > 0;
};
