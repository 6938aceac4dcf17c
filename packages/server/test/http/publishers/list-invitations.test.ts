import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { openMailServer } from '../../support/open-mail-server.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/invitations';
const mailOf = ({ mail }: { mail?: string }) => mail;

suiteOnBoth('list-invitations', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const member = await server.user('member');
  await addMember(ada, member);
  const invite = (email: string) => ada.owner.post('/publishers/ada/members', { email, role: 'member' });

  test('200: the open ones, newest first, to owners and moderators', async () => {
    await invite('one@example.org');
    server.clock.advance(days(1));
    await invite('two@example.org');
    for (const caller of [ada.owner, await server.moderator()]) {
      const { invitations, total } = (await caller.get(path)).json;
      const emails = invitations.map(({ email }: { email: string }) => email);
      assert.deepEqual([emails, total], [['two@example.org', 'one@example.org'], 2]);
      assert.deepEqual(new Set(invitations.map(mailOf)), new Set(['not_sent']), 'there is no mail server');
    }
    server.clock.advance(days(6));
    assert.equal((await ada.owner.get(path)).json.total, 1, 'one has expired');
  });

  test('200: says of each invitation whether its message was sent', async (t) => {
    const mails = await openMailServer(t);
    const mailing = await startServer(t, {
      MAIL_URL: mails.url,
      MAIL_FROM: 'patchbay@example.org',
      EMAIL_VERIFICATION: 'off',
    });
    const eve = await makePublisher(mailing, 'eve');
    const invite = (email: string) => eve.owner.post('/publishers/eve/members', { email, role: 'member' });
    const states = async () =>
      (await eve.owner.get('/publishers/eve/invitations')).json.invitations.map(mailOf);
    await invite('frank@example.org');
    assert.deepEqual(await states(), ['waiting']);
    await mailing.settle();
    await invite('nobody@nowhere.invalid');
    assert.deepEqual(await states(), ['not_sent', 'sent']);
  });

  test('401, 403 and 404: an anonymous caller, a member, an unknown publisher', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await member.get(path), 'forbidden');
    assertRefused(await ada.owner.get('/publishers/nobody/invitations'), 'publisher_not_found');
  });
});
