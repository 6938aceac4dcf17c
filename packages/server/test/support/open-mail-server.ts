import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Ending } from './ending.ts';
import { type ReceivedMail, readMail } from './read-mail.ts';

/** A refusal of the mail server, with its SMTP status. */
export interface Refusal {
  status: number;
  sentence: string;
}

/** A mail server on loopback, which keeps what it gets in the order in which it came. */
export const openMailServer = async (
  test: Ending,
  options: { user?: string; password?: string } = {},
): Promise<{ url: string; received: ReceivedMail[]; refusals: Refusal[] }> => {
  const received: ReceivedMail[] = [];
  /** Each is for one message. */
  const refusals: Refusal[] = [];
  const refuse = (): Error | null => {
    const refusal = refusals.shift();
    return refusal === undefined
      ? null
      : Object.assign(new Error(refusal.sentence), { responseCode: refusal.status });
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === options.user && password === options.password;
      if (isRight) done(null, { user: username });
      else done(new Error('Wrong password'));
    },
    onRcptTo: (_address, _session, done) => done(refuse()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ ...readMail(Buffer.concat(chunks)), recipients });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const login =
    options.user === undefined ? '' : `${options.user}:${encodeURIComponent(options.password ?? '')}@`;
  return {
    url: `smtp://${login}127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refusals,
  };
};
