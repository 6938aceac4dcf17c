import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { site } from '@patchbay/web';
import { assertAccessible } from '../support/axe.ts';
import { pageOfSession } from '../support/browser.ts';
import { endingInReverse } from '../support/ending.ts';
import { someOf } from '../support/length.ts';
import { fillDesk } from '../support/site/fill-desk.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { keepPicture } from '../support/site/keep-picture.ts';
import { sessionOf } from '../support/site-examples.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

interface Refusal {
  address: string;
  as?: 'owner' | 'moderator';
  /** The button that leads to it. */
  first?: string;
  /** What is folded around it. */
  under?: string;
  /** Label → what is typed there. */
  typed?: Readonly<Record<string, string>>;
  button: string;
  /** The label of the field that is wrong; none if it is the whole. */
  wrong?: string;
}

const ada = '/account/publishers/ada';

/** By the path of a form, something that it refuses. */
const refusals: Readonly<Record<string, Refusal>> = {
  '/workflow': {
    address: '/workflow',
    typed: { 'The workflow’s file, as JSON': '[' },
    button: 'Show what it needs',
    wrong: 'The workflow’s file, as JSON',
  },
  '/n/:nodeId/report': {
    address: '/n/image-tools/report',
    as: 'owner',
    button: 'Send report',
    wrong: 'What did you see',
  },
  '/sign-in': {
    address: '/sign-in',
    typed: { 'E-mail address': 'ada@example.org', Password: 'a wrong horse' },
    button: 'Sign in',
    wrong: 'Password',
  },
  '/sign-up': {
    address: '/sign-up',
    typed: { Name: 'Ada', 'E-mail address': 'ada@example.org', Password: 'short' },
    button: 'Sign up',
    wrong: 'Password',
  },
  '/sign-up/finish': {
    address: '/sign-up/finish?token=none',
    typed: { Password: 'a wrong horse' },
    button: 'Finish the account',
  },
  '/forgot-password': {
    address: '/forgot-password',
    typed: { 'E-mail address': 'ada' },
    button: 'Send the message',
    wrong: 'E-mail address',
  },
  '/reset-password': {
    address: '/reset-password?token=none',
    typed: { 'New password': 'short' },
    button: 'Set the password',
    wrong: 'New password',
  },
  '/verify': { address: '/verify?token=none', button: 'Verify the address' },
  '/account': {
    address: '/account',
    as: 'owner',
    typed: { 'Current password': 'a wrong horse', 'New password': 'short' },
    button: 'Change password',
    wrong: 'New password',
  },
  '/leaked-token': {
    address: '/leaked-token',
    typed: { Token: 'pbp_half' },
    button: 'Revoke it',
    wrong: 'Token',
  },
  '/account/security': {
    address: '/account/security',
    as: 'owner',
    first: 'Use an authenticator app',
    typed: { Code: '000000' },
    button: 'Confirm',
    wrong: 'Code',
  },
  '/account/new-publisher': {
    address: '/account/new-publisher',
    as: 'owner',
    typed: { Id: 'Not an id' },
    button: 'Create publisher',
    wrong: 'Id',
  },
  '/account/publishers/:publisherId': {
    address: ada,
    as: 'owner',
    under: 'Delete ada',
    typed: { 'Type ada': 'bob' },
    button: 'Delete ada',
    wrong: 'Type ada',
  },
  '/account/data': {
    address: '/account/data',
    as: 'owner',
    under: 'Delete account',
    typed: { 'Type owner-of-ada@example.org': 'ada' },
    button: 'Delete account',
    wrong: 'Type owner-of-ada@example.org',
  },
  '/account/publishers/:publisherId/members': {
    address: `${ada}/members`,
    as: 'owner',
    typed: { 'E-mail address': 'nobody' },
    button: 'Send invitation',
    wrong: 'E-mail address',
  },
  '/account/publishers/:publisherId/tokens': {
    address: `${ada}/tokens`,
    as: 'owner',
    typed: { Name: 'CI', 'Expires on': '2020-01-01' },
    button: 'Create token',
    wrong: 'Expires on',
  },
  '/account/publishers/:publisherId/trusted-publishers': {
    address: `${ada}/trusted-publishers`,
    as: 'owner',
    typed: { Repository: 'no-owner', Workflows: 'publish.yml' },
    button: 'Trust it',
    wrong: 'Repository',
  },
  '/account/publishers/:publisherId/webhooks': {
    address: `${ada}/webhooks`,
    as: 'owner',
    typed: { URL: 'http://example.org/hooks' },
    button: 'Create webhook',
    wrong: 'URL',
  },
  '/account/publishers/:publisherId/webhooks/:webhookId': {
    address: `${ada}/webhooks/hook-of-ada`,
    as: 'owner',
    under: 'Delete this webhook',
    typed: { 'Type delete': 'no' },
    button: 'Delete this webhook',
    wrong: 'Type delete',
  },
  '/account/publishers/:publisherId/nodes/:nodeId': {
    address: `${ada}/nodes/image-tools`,
    as: 'owner',
    typed: { Repository: 'javascript:alert(1)' },
    button: 'Save',
    wrong: 'Repository',
  },
  '/account/publishers/:publisherId/publish': {
    address: `${ada}/publish`,
    as: 'owner',
    button: 'Publish',
  },
  '/moderate/versions/:nodeId/:version': {
    address: '/moderate/versions/line-art/1.0.0',
    as: 'moderator',
    button: 'Activate',
    wrong: 'Reason',
  },
  '/moderate/publishers/:publisherId': {
    address: '/moderate/publishers/ada',
    as: 'moderator',
    button: 'Ban the publisher',
    wrong: 'Reason for the ban',
  },
  '/moderate/nodes/:nodeId': {
    address: '/moderate/nodes/image-tools',
    as: 'moderator',
    button: 'Transfer the node',
    wrong: 'New publisher',
  },
  '/moderate/users': {
    address: '/moderate/users?q=owner-of-ada@example.org',
    as: 'moderator',
    button: 'Ban the user',
    wrong: 'Type owner-of-ada@example.org',
  },
  '/moderate/reports': {
    address: '/moderate/reports',
    as: 'moderator',
    button: 'Send answer',
    wrong: 'Answer',
  },
  '/moderate/proposals': {
    address: '/moderate/proposals',
    as: 'moderator',
    button: 'Reject',
    wrong: 'Reason',
  },
  '/moderate/webhooks': {
    address: '/moderate/webhooks',
    as: 'moderator',
    typed: { URL: 'http://example.org/hooks' },
    button: 'Create webhook',
    wrong: 'URL',
  },
  '/moderate/webhooks/:webhookId': {
    address: '/moderate/webhooks/hook-of-all',
    as: 'moderator',
    typed: { URL: 'https://10.0.0.1/' },
    button: 'Save',
    wrong: 'URL',
  },
  '/moderate/jobs': {
    address: '/moderate/jobs',
    as: 'moderator',
    under: 'Decide',
    button: 'Retry now',
    wrong: 'Reason',
  },
};

/** They have no field, are on a page of the interface, or are reached by way of the provider alone. */
const withoutFields = [
  '/theme',
  '/sign-out',
  '/sign-in/callback',
  '/device/passkey',
  '/device/provider',
  '/account/invitations',
];

suiteOnSqlite('forms that were refused', async () => {
  const ending = endingInReverse({ after });
  const server = await startServer(ending);
  await fillDesk(server, await fillSite(server));
  const pageOf = pageOfSession(ending, server.url);

  for (const [index, { path }] of site.forms.entries()) {
    if (withoutFields.includes(path)) continue;
    test(`${path} says what is wrong at the field, and the focus is on what it says`, async () => {
      const refusal = refusals[path];
      assert.ok(refusal !== undefined, `Add something that the form ${path} refuses to this test.`);
      const { address, first, under, typed = {}, button, wrong } = refusal;
      const page = await pageOf(await sessionOf(server, refusal));
      const field = (label: string) => page.getByLabel(label, { exact: true }).first();
      await page.goto(address);
      if (first !== undefined) {
        await page.getByRole('button', { name: first, exact: true }).click();
        await page.getByRole('button', { name: button, exact: true }).waitFor();
      }
      // The server refuses what a browser would not send, too.
      await page.evaluate("document.querySelectorAll('form').forEach((form) => (form.noValidate = true))");
      if (under !== undefined) await page.locator('summary', { hasText: under }).first().click();
      for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const summary = page.locator('#outcome:focus, [role=alert]:focus');
      await summary.waitFor();
      assert.match(await summary.innerText(), /\w+ \w+/);
      if (wrong !== undefined) {
        // A page of many forms may have others before the refused one by now.
        const refused = page.getByLabel(wrong, { exact: true }).and(page.locator('[aria-invalid="true"]'));
        const described = await refused.getAttribute('aria-describedby');
        const ids = described?.split(' ') ?? [];
        const said = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
        assert.match(said.at(-1) ?? '', /\w+ \w+/);
      }
      await keepPicture(page, `refused${path}`, 'light');
      for (const colorScheme of someOf(['light', 'dark'] as const, index)) {
        await page.emulateMedia({ colorScheme });
        await assertAccessible(page);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    });
  }
});
