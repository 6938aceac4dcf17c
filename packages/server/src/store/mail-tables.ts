// What is told to people.

export interface MailTables {
  mails: MailsTable;
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
