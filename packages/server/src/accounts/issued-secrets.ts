import { AsyncLocalStorage } from 'node:async_hooks';
import { tokenDigest } from './personal-access-token.ts';

/** The secrets that the current request issues, by digest. */
const issued = new AsyncLocalStorage<Map<string, string>>();

/**
 * The accounts library stores what it returns. It gets the digest of a secret instead, so that nothing in the database
 * can be used in place of one.
 */
export const issueSecret = (secret: string, digest = tokenDigest(secret)): string => {
  issued.getStore()?.set(digest, secret);
  return digest;
};

/**
 * Runs a request of the library and puts the secrets back into its response, because the library knows only digests.
 */
export const answerSecrets = async <A extends { body: unknown }>(handle: () => Promise<A>): Promise<A> => {
  const secrets = new Map<string, string>();
  const answer = await issued.run(secrets, handle);
  const { body } = answer;
  if (typeof body !== 'object' || body === null) return answer;
  const withSecrets = Object.entries(body).map(([key, value]) => [key, secrets.get(String(value)) ?? value]);
  return { ...answer, body: Object.fromEntries(withSecrets) as unknown };
};
