import { createHmac } from 'node:crypto';

/** The secret of the link in the message about an event, 256 bits. Only this server can compute it. */
export const mailSecret = (serverSecret: string, event: string): string =>
  createHmac('sha256', serverSecret)
    .update(JSON.stringify(['link of a message', event]))
    .digest('base64url');
