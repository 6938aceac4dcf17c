import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@patchbay/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import { type Message, mailSecret } from './enqueue-mail.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isLoopback } from '../addresses.ts';
import { privateModes } from '../private-files.ts';
import { completeJob } from '../store/queue/jobs.ts';
import type { Job } from '../store/queue/job.ts';
import { type WaitingMail, endMail, findWaitingMail } from '../store/rows/mails.ts';
import type { MailServer } from './mail-settings.ts';

/** The texts of a message as it is sent. */
interface WrittenMessage {
  subject: string;
  text: string;
  html: string;
}

const [subjectCharsMax, paragraphCharsMax, paragraphsMax] = [200, 2_000, 20];

/** Plain text and HTML that say the same. `secret` takes the place of `{secret}` in the link. */
const writeMessage = (
  { subject, paragraphs, action }: Omit<Message, 'to' | 'expiresAt'>,
  secret: string,
): WrittenMessage => {
  const lines = paragraphs.slice(0, paragraphsMax).map((paragraph) => oneLine(paragraph, paragraphCharsMax));
  const url = action?.url.replaceAll('{secret}', secret);
  const link =
    action === undefined || url === undefined ? undefined : { text: oneLine(action.text, 200), url };
  return {
    subject: oneLine(subject, subjectCharsMax),
    text: [...lines, ...(link === undefined ? [] : [`${link.text}:\n${link.url}`])].join('\n\n') + '\n',
    html: page([
      ...lines.map((line) => `<p>${escape(line)}</p>`),
      ...(link === undefined ? [] : [`<p><a href="${escape(link.url)}">${escape(link.text)}</a></p>`]),
    ]),
  };
};

/** Names in it are of strangers: none of them begins a line or a header, or turns the direction of what follows. */
const oneLine = (text: string, charsMax: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, charsMax)
    .toWellFormed();

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (parts: readonly string[]): string =>
  `<!doctype html>\n<html lang="en"><body>\n${parts.join('\n')}\n</body></html>\n`;

const connectMs = 10_000;
const idleMs = 30_000;

type Tools = Pick<Context, 'config' | 'now' | 'outages' | 'store'>;

/**
 * Sends a message, or writes it to a file where there is no mail server. A process that ends between the two has it sent
 * again, with the same Message-ID. Throws if the mail server cannot be reached or does not take it now; the worker tries
 * again until the message expires. What the server refuses for good is given up.
 */
export const sendMail = async (
  { config, now, outages, store }: Tools,
  job: Job,
): Promise<'completed' | undefined> => {
  const mail = await findWaitingMail(store.read, job.subject);
  if (mail === undefined) return undefined;
  const end = (failure: string | null) =>
    store.write({ actor: 'server' }, async (tx) => {
      await endMail(tx, mail.id, failure);
      await completeJob(tx, job);
    });
  if (Date.parse(mail.expires_at) <= now().getTime()) {
    await end('It could not be sent in time.');
    return 'completed';
  }
  const message = compose(config, mail);
  try {
    await (config.MAIL_URL === undefined
      ? writeToOutbox(outboxOf(config), mail.id, message)
      : send(config.MAIL_URL, message));
  } catch (error) {
    if (config.MAIL_URL === undefined) throw error;
    const { message: sentence } = error as Error;
    const failure = new Error(sentence.replaceAll(address, '…'));
    const status = statusOfMessage(error);
    if (status === undefined) throw outages.failed('mail', failure);
    outages.answered('mail');
    if (status >= 500) await end(`The mail server refused it: ${sentence}`);
    throw failure;
  }
  outages.answered('mail');
  await end(null);
  return 'completed';
};

/** Where messages are written without a mail server. */
export const outboxOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'outbox');

/** Logs where messages are written if there is no mail server. */
export const logOutbox = (config: Config, log: Pick<FastifyBaseLogger, 'info'>): void => {
  if (config.MAIL_URL !== undefined) return;
  log.info({ folder: outboxOf(config) }, 'MAIL_URL is not set, so messages to people are written to files');
};

const compose = (
  { MAIL_FROM: from, SECRET }: Pick<Config, 'MAIL_FROM' | 'SECRET'>,
  { id, event, recipient, message_json: json, created_at: createdAt }: WaitingMail,
): SendMailOptions => ({
  ...writeMessage(JSON.parse(json) as Omit<Message, 'to'>, mailSecret(SECRET, event)),
  from,
  to: { name: '', address: recipient },
  date: new Date(createdAt),
  messageId: `<${id}@${from.address.split('@')[1] ?? 'localhost'}>`,
  // Answering machines leave it alone (RFC 3834).
  headers: { 'auto-submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const send = async ({ host, port, secure, auth }: MailServer, message: SendMailOptions): Promise<void> => {
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({
    host,
    port,
    secure,
    ...(auth === undefined ? {} : { auth }),
    // A password never goes over the network in the clear.
    requireTLS: auth !== undefined && !isLoopback(host),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
  });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
};

/** Its name is that of the message, so that a second attempt writes the same file. */
const writeToOutbox = async (folder: string, id: string, message: SendMailOptions): Promise<void> => {
  const { default: nodemailer } = await import('nodemailer');
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: bytes } = await composer.sendMail(message);
  await mkdir(folder, { recursive: true, mode: privateModes.folder });
  const path = join(folder, `${id}.eml`);
  await writeFile(`${path}.part`, bytes as Buffer, { mode: privateModes.file });
  await rename(`${path}.part`, path);
  await removeOldest(folder);
};

/** Ids begin with their time, so the names are in its order. */
const removeOldest = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  const surplus = names.slice(0, Math.max(0, names.length - limits.outboxFilesMax));
  for (const name of surplus) await rm(join(folder, name), { force: true });
};

/** By RFC 5321, of the whole server and not of one message. */
const serverBusy = 421;

/** What the server answered about this message or its address; with 500 and above, it will never take it. */
const statusOfMessage = (error: unknown): number | undefined => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAnswer = (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number';
  return isAnswer && responseCode !== serverBusy ? responseCode : undefined;
};

/** The log names nobody by address. */
const address = /[^\s<>@]+@[^\s<>@]+/g;
