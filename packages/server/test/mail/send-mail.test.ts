import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { type Message, enqueueMail, mailSecret } from '../../src/mail/enqueue-mail.ts';
import { outboxOf } from '../../src/mail/send-mail.ts';
import { hours } from '../support/clock.ts';
import { openMailServer } from '../support/open-mail-server.ts';
import { readOutbox } from '../support/read-outbox.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const message: Message = {
  to: 'ada@example.org',
  subject: 'Grüße',
  paragraphs: ['Ada <b>& Bob</b> wrote "hello".', 'A second one.'],
  action: { text: 'Go on', url: 'https://registry.example.org/go?token={secret}' },
};

const queue = ({ server }: TestServer, event: string, one: Message = message): Promise<void> =>
  server.context.store.write({ actor: 'server' }, (tx) => enqueueMail(tx, event, one));

const failureOf = async ({ server }: TestServer, event: string) =>
  server.context.store.read
    .selectFrom('mails')
    .select(['failure', 'recipient', 'message_json'])
    .where('event', '=', event)
    .executeTakeFirstOrThrow();

suite('send-mail', async () => {
  const mailServer = await openMailServer({ after }, { user: 'patchbay', password: 'p/ss:w@rd' });
  const server = await startServer(
    { after },
    { MAIL_URL: mailServer.url, MAIL_FROM: 'A Registry <registry@example.org>' },
  );
  const newest = async () => {
    await server.settle();
    const mail = mailServer.received.at(-1);
    assert.ok(mail);
    return mail;
  };

  test('says the same in plain text and in HTML, with markup escaped and the secret in its link', async () => {
    await queue(server, 'both-texts');
    const { headers, recipients, text, html } = await newest();
    const url = `https://registry.example.org/go?token=${mailSecret(server.server.context.config.SECRET, 'both-texts')}`;
    assert.deepEqual(recipients, ['ada@example.org']);
    assert.equal(headers['from'], 'A Registry <registry@example.org>');
    assert.equal(headers['auto-submitted'], 'auto-generated');
    assert.match(headers['subject'] ?? '', /^=\?UTF-8\?/);
    assert.equal(text, `Ada <b>& Bob</b> wrote "hello".\n\nA second one.\n\nGo on:\n${url}`);
    assert.ok(html.includes('<p>Ada &#60;b&#62;&#38; Bob&#60;/b&#62; wrote &#34;hello&#34;.</p>'), html);
    assert.ok(html.includes(`<a href="${url}">Go on</a>`), html);
  });

  test('tells an event once, and nothing of a transaction that is rolled back', async () => {
    const before = mailServer.received.length;
    await Promise.all([queue(server, 'once'), queue(server, 'once')]);
    await server.settle();
    await queue(server, 'once');
    await assert.rejects(
      server.server.context.store.write({ actor: 'server' }, async (tx) => {
        await enqueueMail(tx, 'rolled-back', message);
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    await server.settle();
    assert.equal(mailServer.received.length, before + 1);
    assert.deepEqual(await failureOf(server, 'once'), { failure: null, recipient: null, message_json: null });
  });

  test('tries again while the mail server is busy', async () => {
    mailServer.refusals.push({ status: 451, sentence: 'Try later' });
    const before = mailServer.received.length;
    await queue(server, 'busy');
    await server.settle();
    assert.equal(mailServer.received.length, before);
    server.clock.advance(hours(1));
    await server.settle();
    assert.equal(mailServer.received.length, before + 1);
  });

  test('gives up what is refused for good, and what is late', async () => {
    mailServer.refusals.push({ status: 550, sentence: 'No such user' });
    await queue(server, 'refused');
    await server.settle();
    assert.match(
      (await failureOf(server, 'refused')).failure ?? '',
      /^The mail server refused it: .*No such user/,
    );
    mailServer.refusals.push({ status: 451, sentence: 'Try later' });
    await queue(server, 'late');
    await server.settle();
    server.clock.advance(hours(limits.mailDeadlineHours));
    await server.settle();
    assert.equal((await failureOf(server, 'late')).failure, 'It could not be sent in time.');
  });

  test('a subject cannot add a header, and an address no second recipient', async () => {
    await queue(server, 'header', { ...message, subject: 'Hello\r\nBcc: eve@example.org\u2028\u202Eyou' });
    const { headers, recipients } = await newest();
    assert.equal(headers['subject'], 'Hello Bcc: eve@example.org you');
    assert.equal(headers['bcc'], undefined);
    assert.deepEqual(recipients, ['ada@example.org']);
    for (const to of [
      'ada@example.org, eve@example.org',
      'ada@example.org\r\nBcc: eve@example.org',
      'Ada <ada@example.org>',
    ]) {
      await queue(server, `to ${to}`, { ...message, to });
      assert.equal(
        (await failureOf(server, `to ${to}`)).failure,
        'It is to no address that mail can be sent to.',
      );
    }
  });

  test('bounds what waits for one address', async () => {
    const to = 'many@example.org';
    await server.server.courier.stop();
    for (let count = 0; count <= limits.mailsOfAddressWaitingMax; count += 1) {
      await queue(server, `many-${count}`, { ...message, to });
    }
    const { failure } = await failureOf(server, `many-${limits.mailsOfAddressWaitingMax}`);
    assert.equal(failure, 'Too many messages to this address waited.');
    await server.server.context.store.write({ actor: 'server' }, async ({ db }) => {
      await db.deleteFrom('jobs').where('kind', '=', 'send-mail').execute();
    });
  });

  test('without a mail server, each message becomes a file that only its user can read', async (t) => {
    const own = await startServer(t);
    await queue(own, 'a file');
    const [mail] = await readOutbox(own, message.to);
    assert.match(mail?.text ?? '', /^Ada <b>& Bob<\/b> wrote/);
    const folder = outboxOf(own.server.context.config);
    const [name = ''] = await readdir(folder);
    assert.match(name, /^[\da-f-]{36}\.eml$/);
    assert.equal((await stat(join(folder, name))).mode & 0o077, 0);
    assert.equal((await stat(folder)).mode & 0o077, 0);
  });
});
