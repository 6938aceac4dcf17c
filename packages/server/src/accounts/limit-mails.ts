import type { Context } from '../context.ts';
import { rateLimited } from '../limits/rate-limited.ts';
import type { LinkPurpose } from '../store/mail-tables.ts';

/**
 * Counts a message to an address that anybody can have sent there, for each purpose by itself: whoever asks for messages
 * that nobody is sent keeps nobody from a new password. Throws `rate_limited`, for any address.
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
