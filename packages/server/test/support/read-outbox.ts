import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxOf } from '../../src/mail/send-mail.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import type { TestServer } from './start-server.ts';

type Outbox = Pick<TestServer, 'server' | 'settle'>;

/** The files of the messages that a server without a mail server wrote, in order, once all that wait are sent. */
const filesOf = async ({ server, settle }: Outbox): Promise<string[]> => {
  await settle();
  const folder = outboxOf(server.context.config);
  const names = await readdir(folder).catch(() => []);
  return names.toSorted((one, other) => (one < other ? -1 : 1)).map((name) => join(folder, name));
};

/** The messages to an address, in order. */
export const readOutbox = async (outbox: Outbox, to: string): Promise<ReadMail[]> => {
  const files = await filesOf(outbox);
  const mails = await Promise.all(files.map(async (file) => readMail(await readFile(file))));
  return mails.filter(({ headers }) => headers['to'] === to);
};

/** The newest message to an address. Reads no older ones, of which some servers have thousands. */
export const readNewestMail = async (outbox: Outbox, to: string): Promise<ReadMail | undefined> => {
  for (const file of (await filesOf(outbox)).toReversed()) {
    const mail = readMail(await readFile(file));
    if (mail.headers['to'] === to) return mail;
  }
  return undefined;
};

/** The secret in the link of a message. */
export const secretIn = ({ text }: Pick<ReadMail, 'text'>): string =>
  /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
