import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxOf } from '../../src/mail/send-mail.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import type { TestServer } from './start-server.ts';

/** The messages to an address, in order, that a server without a mail server wrote, once all that wait are sent. */
export const readOutbox = async (
  { server, settle }: Pick<TestServer, 'server' | 'settle'>,
  to: string,
): Promise<ReadMail[]> => {
  await settle();
  const folder = outboxOf(server.context.config);
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map(async (name) => readMail(await readFile(join(folder, name)))),
  );
  return mails.filter(({ headers }) => headers['to'] === to);
};

/** The secret in the link of a message. */
export const secretIn = ({ text }: Pick<ReadMail, 'text'>): string =>
  /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
