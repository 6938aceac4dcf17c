// What is told to people, and what they answer.

export interface MailTables {
  mails: MailsTable;
  account_links: AccountLinksTable;
  account_networks: AccountNetworksTable;
}

/** What the link in a message is good for. */
export type LinkPurpose = 'sign-up' | 'verify' | 'reset' | 'leave-address' | 'take-address';

/** A link that was sent to an address and can be used once. */
interface AccountLinksTable {
  /** The SHA-256 of its secret, in hexadecimal. */
  digest: string;
  purpose: LinkPurpose;
  /** The account that it is for; null for one that is to be made. */
  user_id: string | null;
  /** The address that it verifies, in lower case; of a reset, the one that it was sent to. */
  email: string;
  /** The account that is to be made: its name and the hash of its password. */
  account_json: string | null;
  created_at: string;
  expires_at: string;
  /** Of one that waits for another: when it was used. */
  used_at: string | null;
}

/** A network from which an account was used. */
interface AccountNetworksTable {
  user_id: string;
  /** See `accounts/network-mark.ts`. */
  mark: string;
  seen_at: string;
}

interface MailsTable {
  id: string;
  /** What it tells of. There is one message for each. */
  event: string;
  /** The address; null once the message ended. */
  recipient: string | null;
  /** Its texts; null once it ended. Links in it have a placeholder in place of their secret. */
  message_json: string | null;
  created_at: string;
  /** After which it is not sent any more. */
  expires_at: string;
  /** When it was sent or given up. */
  ended_at: string | null;
  /** Why it was given up; null if it was sent. */
  failure: string | null;
}
