import { limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type Message, enqueueMail, mailSecret } from '../mail/enqueue-mail.ts';
import type { LinkPurpose } from '../store/message-tables.ts';
import { type AccountLink, findLink, insertLink } from '../store/rows/account-links.ts';
import { findLapse } from '../store/rows/email-domains.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import { tokenDigest } from './tokens.ts';

/** An account that is made once its address is verified. */
export interface PendingAccount {
  name: string;
  passwordHash: string;
}

/** What a link is for, to whom it goes and what the message says. */
interface NewLink {
  purpose: LinkPurpose;
  to: string;
  userId: string | null;
  /** The address that it is about, where that is another one than it goes to. */
  email?: string;
  account?: PendingAccount;
  /** Without an `action`, the link is not in the message, and nobody can follow it. */
  message: Pick<Message, 'subject' | 'paragraphs'> & { action?: string };
}

const pages = {
  'sign-up': '/sign-up/finish',
  verify: '/verify',
  reset: '/reset-password',
  'leave-address': '/verify',
  'take-address': '/verify',
} as const satisfies Record<LinkPurpose, string>;

/** Links that anyone who reads the mail of an account can use without another proof. */
const ofMailbox: ReadonlySet<LinkPurpose> = new Set(['reset', 'verify']);

/** Links that give an account another address. */
const ofMove: ReadonlySet<LinkPurpose> = new Set(['leave-address', 'take-address']);

/**
 * Sends a link after the commit. The database holds only the digest of its secret. None of
 * these goes to an address whose domain lapsed: the new owner of the domain would get it.
 */
export const sendLink = async (
  tx: Writer,
  { config, publicUrl }: Pick<Context, 'config' | 'publicUrl'>,
  { purpose, to, userId, email = to, account, message: { action, ...message } }: NewLink,
): Promise<void> => {
  if (ofMailbox.has(purpose) && userId !== null && (await findLapse(tx.db, userId)) !== undefined) return;
  const event = `${purpose}:${uuidv7()}`;
  const minutes = purpose === 'reset' ? limits.resetLinkMinutes : limits.accountLinkHours * 60;
  const expiresAt = new Date(Date.parse(tx.now) + minutes * 60_000).toISOString();
  const digest = tokenDigest(mailSecret(config.SECRET, event));
  await insertLink(tx, {
    digest,
    purpose,
    user_id: userId,
    email,
    account_json: account === undefined ? null : JSON.stringify(account),
    expires_at: expiresAt,
  });
  // So that its page can say what the link agrees to.
  const about = ofMove.has(purpose) ? `&to=${encodeURIComponent(email)}` : '';
  const url = `${publicUrl()}${pages[purpose]}?token={secret}${about}`;
  const link = action === undefined ? {} : { action: { text: action, url } };
  await enqueueMail(tx, event, { to, ...message, ...link, expiresAt });
};

/** The link with this secret. Throws `invalid_link` if it is unknown, has another purpose, was used or has expired. */
export const requireLink = async (
  read: ReadConnection,
  token: string,
  now: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink> => {
  const link = await findLink(read, tokenDigest(token), now);
  if (link === undefined || !purposes.includes(link.purpose)) throw invalidLink();
  return link;
};

export const invalidLink = (): ApiError =>
  new ApiError('invalid_link', 'This link is unknown, was used or has expired. Request another message.');
