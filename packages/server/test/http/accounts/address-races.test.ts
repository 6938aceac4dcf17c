import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { uniqueId } from '../../support/build.ts';
import { complete, returnFrom } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const rounds = 6;

suiteOnBoth('two requests for one address', async () => {
  const issuer = await openIssuer({ after });
  const strict = await startServer({ after }, { EMAIL_VERIFICATION: 'required' });
  const open = await startServer({ after }, issuer.settings);
  const linkTo = async (email: string): Promise<string> => {
    const mail = (await readOutbox(strict, email)).at(-1);
    assert.ok(mail, `no message to ${email}`);
    return secretIn(mail);
  };
  const verify = (body: object) => strict.anonymous.post('/auth/verify-email', body);
  const signUp = (email: string) =>
    open.anonymous.post('/auth/sign-up/email', { name: 'Ada', email, password });

  test('a change of address and a sign-up: one gets it, and the link of the other is over', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = uniqueId('ada');
      const [email, newEmail] = [`${name}@example.org`, `new-${name}@example.org`];
      const ada = await strict.user(name);
      await ada.post('/auth/change-email', { newEmail, password });
      const token = await linkTo(newEmail);
      await verify({ token: await linkTo(email) });
      await strict.anonymous.post('/auth/sign-up/email', { name: 'Ada', email: newEmail, password });
      const signUpToken = await linkTo(newEmail);
      const replies = await Promise.all([verify({ token }), verify({ token: signUpToken, password })]);
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      assert.equal(replies.filter(({ status }) => status === 400).length, 1);
    }
  });

  test('two sign-ups: one gets it, and the other is told that it is taken', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${uniqueId('ada')}@example.org`;
      const replies = await Promise.all([signUp(email), signUp(email)]);
      const refused = replies.filter(({ status }) => status === 400);
      assert.equal(refused.length, 1);
      for (const { json } of refused) {
        assert.match(json.message, /^There is an account with this address/);
        assert.equal(json.details[0].path, '/email');
      }
    }
  });

  test('a sign-up and a sign-in with the provider: the account of the second has another address', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${uniqueId('ada')}@example.org`;
      issuer.person = { sub: email, name: 'Ada', email, email_verified: true };
      const returned = await returnFrom(issuer, open.anonymous);
      const [external, local] = await Promise.all([complete(open.anonymous, returned), signUp(email)]);
      assert.equal(external.status, 200, external.text);
      assert.equal(local.status === 200, external.json.user.email !== email, local.text);
    }
  });
});
