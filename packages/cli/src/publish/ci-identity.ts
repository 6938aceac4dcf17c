import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { requirePrivateWay } from '../settings/require-private-way.ts';

/** What a CI gives for a job's token is longer than no token of any CI. */
const answerCharsMax = 64 * 1024;
const askMs = 10_000;

/** Asks the CI for a token of this job that is meant for an audience. */
export type AskIdentity = (audience: string) => Promise<string>;

/** Whether this is a job of GitHub Actions, which says who it is only if its workflow lets it. */
const isGithub = ({ env }: Context): boolean => env['GITHUB_ACTIONS'] === 'true';

/** How the CI that runs this says who it is; undefined outside of one, and in one that does not. */
export const findCiIdentity = (context: Context): AskIdentity | undefined => {
  const { env } = context;
  const given = env['PATCHBAY_ID_TOKEN']?.trim();
  if (given) return () => Promise.resolve(given);
  const [address, token] = [env['ACTIONS_ID_TOKEN_REQUEST_URL'], env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']];
  if (!address || !token) return undefined;
  return (audience) => askGithub(context, { address, token, audience });
};

const askGithub = async (
  context: Context,
  { address, token, audience }: { address: string; token: string; audience: string },
): Promise<string> => {
  if (!URL.canParse(address)) {
    throw new CliError('invalid_setting', 'ACTIONS_ID_TOKEN_REQUEST_URL must be an address.');
  }
  requirePrivateWay(context, address);
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const response = await context
    .fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(askMs),
    })
    .catch((cause: unknown) => {
      throw notGiven('did not answer', cause);
    });
  const text = await response.text();
  if (!response.ok) throw notGiven(`answered with status ${response.status}`);
  const value = text.length > answerCharsMax ? undefined : valueOf(text);
  if (value === undefined) throw notGiven('answered with something else than a token');
  return value;
};

const valueOf = (text: string): string | undefined => {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
};

const notGiven = (clause: string, cause?: unknown): CliError =>
  new CliError('not_signed_in', `GitHub Actions was asked for a token of this job and ${clause}.`, {
    next: 'Run the job again. If it happens again, set PATCHBAY_TOKEN.',
    cause,
  });

/** The error of a job that has neither a token nor a way to say who it is. */
export const noCiIdentity = (context: Context, registry: string): CliError =>
  new CliError('not_signed_in', `You are not signed in to ${registry}.`, {
    next: isGithub(context)
      ? 'Give the job `permissions: id-token: write` to publish as a trusted publisher, or set PATCHBAY_TOKEN.'
      : undefined,
  });
