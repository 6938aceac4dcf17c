import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { openPage } from '../support/browser.ts';
import { poll, requestCode } from '../support/device.ts';
import { handsOf } from '../support/hands.ts';
import { type Step, at, press, see, seeText, type } from '../support/journey.ts';
import { password, startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

/** A passkey is for the name of a registry, so the server has to know its port before it listens. */
const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const steps: readonly Step[] = [
  at('/sign-up'),
  type('Name', 'Ada'),
  type('E-mail address', 'ada@example.org'),
  type('Password', password),
  press('button', 'Sign up'),
  press('link', 'Security'),
  press('button', 'Add a passkey'),
  press('button', 'Make the passkey'),
  seeText('These are your recovery codes.'),
  press('button', 'Sign out'),
  at('/account/security'),
  press('button', 'Sign in with a passkey'),
  see('heading', 'Security'),
  seeText('this session'),
  press('button', 'Sign out'),
  at('/sign-in'),
  type('E-mail address', 'ada@example.org'),
  type('Password', password),
  press('button', 'Sign in'),
  see('heading', 'Second factor'),
  press('button', 'Go on with a passkey'),
  see('heading', 'Ada'),
];

suiteOnSqlite('passkeys in a browser', () => {
  test('one is made, and signs in without the password', async (t) => {
    const port = await findPort();
    const url = `http://localhost:${port}`;
    const server = await startServer(t, { PORT: String(port), PUBLIC_URL: url });
    const page = await openPage(t, url);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const [handsOn] = Object.values(handsOf);
    if (handsOn === undefined) throw new Error('nobody can walk');
    for (const step of steps) await step({ page, hands: handsOn(page) });
    const codes = await requestCode(server);
    const approval = [
      at('/device'),
      type('Code that the program shows', codes.user_code),
      press('button', 'Continue'),
      press('button', 'Approve with a passkey'),
      see('heading', 'Approve with a passkey'),
      press('button', 'Approve with a passkey'),
      see('heading', 'Approved'),
    ];
    for (const step of approval) await step({ page, hands: handsOn(page) });
    assert.equal((await poll(server, codes)).status, 200);
    await page.goto('/sign-in');
    await page.evaluate(`navigator.credentials.get = () =>
      Promise.reject(new DOMException('See: https://www.w3.org/TR/webauthn-2/', 'NotAllowedError'));`);
    const refused = [
      press('button', 'Sign in with a passkey'),
      seeText(
        'No passkey was used: it was canceled, it took too long, or there is none here for this registry. Try again.',
      ),
    ];
    for (const step of refused) await step({ page, hands: handsOn(page) });
  });
});
