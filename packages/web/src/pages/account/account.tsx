import {
  type GetMeReply,
  type Publisher,
  changePassword,
  getMe,
  getSignInMethods,
  listIdentities,
  listMyPublishers,
  unlinkIdentity,
} from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { UsageTable } from '../../components/usage-table.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { lastPage } from '../../last-page.ts';
import { type View, page } from '../../page.ts';
import { passwordHint } from '../../password-hint.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { AddressSection, LapsedNote, UnverifiedNote, addressForms } from './address.tsx';
import { leaveForProvider } from '../external-sign-in.tsx';
import { type Ways, WaysToSignIn } from './ways-to-sign-in.tsx';

const path = '/account';
const shownMax = 50;

const show = async ({ client, query }: Visit, state?: FormState): Promise<View> => {
  const place = { page: readNumber(query, 'page', 1), limit: shownMax };
  const [me, methods, own, publishers] = await Promise.all([
    getMe(client),
    getSignInMethods(client),
    listIdentities(client),
    listMyPublishers(client, place),
  ]);
  const totalPages = await lastPage(publishers, place, (at) => listMyPublishers(client, at));
  return {
    title: 'Account',
    body: (
      <Account
        me={me}
        ways={{ ...methods, ...own }}
        publishers={publishers}
        page={place.page}
        totalPages={totalPages}
        state={state}
      />
    ),
  };
};

/** Who the visitor is, what they publish as, and their password. */
export const accountPage = page({ path, audience: 'person', show });

export const accountForms = formsOf(path, show, {
  ...addressForms(path),
  password: async ({ client }, fields) => {
    const { token } = await changePassword(client, {
      body: {
        currentPassword: fields.get('currentPassword') ?? '',
        newPassword: fields.get('newPassword') ?? '',
        revokeOtherSessions: true,
      },
    });
    return {
      redirect: `${path}?done=password-only-here`,
      ...(token === undefined ? {} : { session: token }),
    };
  },
  link: (visit) => leaveForProvider(visit, 'link'),
  unlink: async ({ client }, fields) => {
    await unlinkIdentity(client, { identityId: fields.get('which') ?? '' });
    return { redirect: `${path}?done=unlinked` };
  },
});

interface AccountProps {
  me: GetMeReply;
  ways: Ways;
  publishers: readonly Publisher[];
  page: number;
  totalPages: number | undefined;
  state: FormState | undefined;
}

const Account = ({ me, ways, publishers, page: number, totalPages, state }: AccountProps) => {
  const href = useHref();
  return (
    <>
      <AccountNav />
      <section>
        <h1>
          <bdi>{me.name}</bdi>
        </h1>
        <DoneNote />
        <dl class="pairs">
          <dt>E-mail address</dt>
          <dd>
            {me.email.endsWith('@accounts.invalid') ? (
              <span class="quiet">none</span>
            ) : (
              <>
                {me.email}
                {me.emailLapsedAt === undefined ? (
                  me.isEmailVerified === false && <UnverifiedNote me={me} state={state} />
                ) : (
                  <LapsedNote since={me.emailLapsedAt} />
                )}
              </>
            )}
          </dd>
          <dt>Role</dt>
          <dd>{me.isAdmin ? <a href={href('/moderate')}>Moderator</a> : 'User'}</dd>
        </dl>
      </section>
      <section aria-labelledby="publishers">
        <h2 id="publishers">Your publishers</h2>
        {publishers.length === 0 && number === 1 ? (
          <p class="quiet">You have no publisher yet. Nodes are published under the name of one.</p>
        ) : (
          <ul class="list">
            {publishers.map(({ id, name, members, status }) => (
              <li key={id}>
                <a href={href(`/account/publishers/${id}`)}>
                  <bdi>{name ?? id}</bdi>
                </a>
                <span class="quiet">{members?.find(({ user }) => user.id === me.id)?.role}</span>
                {status === 'PublisherStatusBanned' && <span class="tag bad">banned</span>}
              </li>
            ))}
          </ul>
        )}
        <Pager page={number} totalPages={totalPages} />
        <p>
          <a class="button" href={href('/account/new-publisher')}>
            New publisher
          </a>
        </p>
      </section>
      <WaysToSignIn ways={ways} state={state} />
      {ways.password && ways.has_password && (
        <section aria-labelledby="password">
          <h2 id="password">Password</h2>
          <Form name="password" state={state}>
            {/* For whom a browser keeps the password. */}
            <input hidden readOnly autocomplete="username" value={me.email} />
            <Field
              name="currentPassword"
              label="Current password"
              type="password"
              isRequired
              autocomplete="current-password"
            />
            <Field
              name="newPassword"
              label="New password"
              hint={`${passwordHint} All other sessions end.`}
              type="password"
              isRequired
              autocomplete="new-password"
            />
            <div>
              <button name="do" value="password">
                Change password
              </button>
            </div>
          </Form>
        </section>
      )}
      <AddressSection hasPassword={ways.password && ways.has_password} state={state} />
      <section aria-labelledby="usage">
        <h2 id="usage">Usage</h2>
        <UsageTable usage={me.quotas} />
      </section>
    </>
  );
};
