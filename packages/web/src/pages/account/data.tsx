import { type ExportAccountReply, deleteAccount, exportAccount } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { Confirmation } from '../../components/confirmation.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';

const path = '/account/data';

const show = async ({ client }: Visit, state?: FormState): Promise<View> => ({
  title: 'Your data',
  body: <Data data={await exportAccount(client)} state={state} />,
});

/** What the registry knows about the visitor, and how they leave. */
export const dataPage = page({ path, audience: 'person', show });

export const dataForms = formsOf(path, show, {
  delete: async ({ client }, fields) => {
    const { account } = await exportAccount(client);
    requireConfirmation(fields, account.email);
    await deleteAccount(client);
    return { redirect: '/sign-in?done=account-deleted', session: null };
  },
});

/** As a file that a browser saves without asking the server again. */
const fileOf = (data: ExportAccountReply): string =>
  `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(data, null, 2)}\n`)}`;

const Data = ({ data, state }: { data: ExportAccountReply; state: FormState | undefined }) => {
  const { account, publishers, tokens, reviews, reports, events } = data;
  const counts: readonly (readonly [what: string, count: number])[] = [
    ['Publishers', publishers.length],
    ['Tokens', tokens.length],
    ['Stars', reviews.length],
    ['Reports', reports.length],
    ['Events', events.length],
  ];
  return (
    <>
      <AccountNav />
      <section>
        <h1>Your data</h1>
        <p>All that the registry knows about your account, besides secrets, of which it has only digests.</p>
        <dl class="pairs">
          {counts.map(([what, count]) => (
            <>
              <dt>{what}</dt>
              <dd>{count}</dd>
            </>
          ))}
        </dl>
        <p>
          <a class="button" href={fileOf(data)} download="account.json">
            Save as a file
          </a>
        </p>
      </section>
      <section aria-labelledby="leave">
        <h2 id="leave">Delete the account</h2>
        <p>
          Publishers of which you are the last owner keep you: make another member an owner first, or delete
          them. Of one that is banned, ask the moderators. What you published stays with its publisher.
        </p>
        <Confirmation name="delete" state={state} title="Delete account" word={account.email}>
          It cannot be undone: your sessions, tokens and memberships end, and your name and address are
          removed. Your stars and reports stay without a name.
        </Confirmation>
      </section>
    </>
  );
};
