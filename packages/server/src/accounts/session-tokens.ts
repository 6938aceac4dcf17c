import { AsyncLocalStorage } from 'node:async_hooks';
import { tokenDigest } from './personal-access-token.ts';

/** The tokens of sessions that started in the current request, by digest. */
const issued = new AsyncLocalStorage<Map<string, string>>();

/**
 * The accounts library stores a session under the token that it returns. This hook runs before it stores one and
 * replaces the token by its SHA-256, so that nothing in the database can be used as a bearer token.
 */
export const storeDigest = ({ token }: { token: string }): { data: { token: string } } => {
  const digest = tokenDigest(token);
  issued.getStore()?.set(digest, token);
  return { data: { token: digest } };
};

/**
 * Runs a request of the library and puts the token back into its response, because the library only knows the digest.
 */
export const answerTokens = async <A extends { body: unknown }>(handle: () => Promise<A>): Promise<A> => {
  const tokens = new Map<string, string>();
  const answer = await issued.run(tokens, handle);
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('token' in body)) return answer;
  return { ...answer, body: { ...body, token: tokens.get(String(body.token)) ?? null } };
};
