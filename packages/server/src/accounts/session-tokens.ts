import { AsyncLocalStorage } from 'node:async_hooks';
import { tokenDigest } from './personal-access-token.ts';

/** The tokens of the sessions that began in the request under way, by their digests. */
const issued = new AsyncLocalStorage<Map<string, string>>();

/**
 * The accounts library stores a session under the very token it answers. This hook, run before it stores one, has it
 * take the SHA-256 of that token instead, so that nothing in the database can be sent as a Bearer.
 */
export const storeDigest = ({ token }: { token: string }): { data: { token: string } } => {
  const digest = tokenDigest(token);
  issued.getStore()?.set(digest, token);
  return { data: { token: digest } };
};

/** Runs a request of the library and restores the token in its answer, which the library knows as a digest alone. */
export const answerTokens = async <A extends { body: unknown }>(handle: () => Promise<A>): Promise<A> => {
  const tokens = new Map<string, string>();
  const answer = await issued.run(tokens, handle);
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('token' in body)) return answer;
  return { ...answer, body: { ...body, token: tokens.get(String(body.token)) ?? null } };
};
