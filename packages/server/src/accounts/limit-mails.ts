import type { Context } from '../context.ts';
import { rateLimited } from '../limits/rate-limited.ts';
import type { LinkPurpose } from '../store/mail-tables.ts';

/**
 * Counts a message that anyone can have sent to an address, separately for each purpose, so that requests for one kind of
 * message do not use up another. Throws `rate_limited`, for any address.
 */
export const limitMails = async (
  { limiter }: Pick<Context, 'limiter'>,
  email: string,
  purpose: LinkPurpose,
): Promise<void> => {
  const subject = `${purpose} ${email.toLowerCase()}`;
  const result = await limiter?.take({ rate: 'mails', subject, factor: 1, tokens: 1 });
  if (result?.isGranted === false) throw rateLimited(result);
};
