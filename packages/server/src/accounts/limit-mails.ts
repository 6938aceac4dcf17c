import type { Context } from '../context.ts';
import { rateLimited } from '../limits/rate-limited.ts';

/** Counts a message to an address that anybody can have sent there. Throws `rate_limited`, for any address. */
export const limitMails = async ({ limiter }: Pick<Context, 'limiter'>, email: string): Promise<void> => {
  const result = await limiter?.take({ rate: 'mails', subject: email.toLowerCase(), factor: 1, tokens: 1 });
  if (result?.isGranted === false) throw rateLimited(result);
};
