import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPasskey, namedUrl } from '../support/add-passkey.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the second step of a sign-in on the site', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });
  const offer = /Go on with a passkey/;

  for (const hasPasskey of [true, false]) {
    test(`${hasPasskey ? 'offers' : 'does not offer'} a passkey to an account ${hasPasskey ? 'with' : 'without'} one, also after a wrong code`, async () => {
      const name = hasPasskey ? 'ada' : 'bob';
      const client = await server.user(name);
      const app = await addAuthenticator(server, client);
      if (hasPasskey) await addPasskey(client);
      const visitor = new Visitor(server.url);
      const check = hasPasskey ? assert.match : assert.doesNotMatch;
      const half = await visitor.send('/sign-in', {
        do: 'sign-in',
        email: `${name}@example.org`,
        password,
      });
      check(half.html, offer);
      const hidden = [...half.html.matchAll(/type="hidden" name="(token|to|passkey)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(hidden.map(([, field, value]) => [field, value]));
      const refused = await visitor.send('/sign-in', { ...fields, do: 'complete', code: '000000' });
      assert.match(refused.html, /id="complete-code-fault"/);
      check(refused.html, offer);
      const whole = await visitor.send('/sign-in', { ...fields, do: 'complete', code: app.next() });
      assert.equal(whole.location, '/account', whole.html);
    });
  }
});
