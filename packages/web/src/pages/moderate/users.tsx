import { type UpdateUserQuotasReply, listUsers, updateUser, updateUserQuotas } from '@patchbay/client';
import type { ManagedUser } from '@patchbay/contract';
import { ActForm } from '../../components/act-form.tsx';
import { ConfirmField } from '../../components/confirm-field.tsx';
import { Day } from '../../components/day.tsx';
import { Pager } from '../../components/pager.tsx';
import { QuotaForm } from '../../components/quota-form.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { FindForm } from './find-form.tsx';
import { type Act, FormError, moderation, reasonIn, requireConfirmed } from './moderation.tsx';
import { quotaValues } from './quota-values.ts';

/** The user of the page, by the address in its query. */
const userOf = async ({ client, query }: Visit): Promise<ManagedUser | undefined> => {
  const email = query.get('q')?.trim() ?? '';
  return email === '' ? undefined : (await listUsers(client, { email, limit: 1 })).users[0];
};

const onUser =
  (act: (visit: Visit, user: ManagedUser, fields: URLSearchParams) => Promise<unknown>): Act =>
  async (visit, fields) => {
    const user = await userOf(visit);
    if (user === undefined) throw new FormError('There is no user with this address any more.');
    return act(visit, user, fields);
  };

/** All users, the newest first, or one by the address of its e-mail with what can be done. */
export const users = moderation({
  path: '/moderate/users',
  show: async (visit, failed) => {
    const { client, query } = visit;
    const email = query.get('q')?.trim() ?? '';
    const user = await userOf(visit);
    if (user !== undefined) {
      const usage = await updateUserQuotas(client, { userId: user.id, body: {} });
      return {
        title: user.name,
        body: <Managed user={user} usage={usage} reason={failed?.fields.get('reason') ?? ''} />,
      };
    }
    const found = await listUsers(client, { page: readNumber(query, 'page', 1), limit: 50 });
    return {
      title: 'Users',
      body: (
        <>
          <h1>Users</h1>
          <FindForm place="/moderate/users" label="E-mail address of a user" value={email} />
          {email !== '' && <p role="status">No user has this address.</p>}
          <UserTable users={found.users} />
          <Pager page={found.page} totalPages={found.totalPages} />
        </>
      ),
    };
  },
  acts: {
    ban: onUser(({ client }, { id, email }, fields) => {
      requireConfirmed(fields, email);
      return updateUser(client, { userId: id, body: { banned: true, banReason: reasonIn(fields) } });
    }),
    lift: onUser(({ client }, { id }) => updateUser(client, { userId: id, body: { banned: false } })),
    promote: onUser(({ client }, { id, email }, fields) => {
      requireConfirmed(fields, email);
      return updateUser(client, { userId: id, body: { isAdmin: true } });
    }),
    demote: onUser(({ client }, { id }) => updateUser(client, { userId: id, body: { isAdmin: false } })),
    quotas: onUser(({ client }, { id }, fields) =>
      updateUserQuotas(client, { userId: id, body: quotaValues('account', fields) }),
    ),
  },
});

const UserTable = ({ users: found }: { users: readonly ManagedUser[] }) => {
  const href = useHref();
  return (
    <table>
      <thead>
        <tr>
          <th>User</th>
          <th>Address</th>
          <th>Since</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, name, email, createdAt, banned, isAdmin }) => (
          <tr key={id}>
            <td dir="auto">{name}</td>
            <td>
              <a href={href(`/moderate/users?q=${encodeURIComponent(email)}`)}>
                <bdi>{email}</bdi>
              </a>
            </td>
            <td>
              <Day time={createdAt} />
            </td>
            <td>
              <UserTags banned={banned} isAdmin={isAdmin} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const UserTags = ({ banned, isAdmin }: Pick<ManagedUser, 'banned' | 'isAdmin'>) => (
  <>
    {banned && <span class="tag bad">Banned</span>} {isAdmin && <span class="tag info">Moderator</span>}
  </>
);

interface ManagedProps {
  user: ManagedUser;
  usage: UpdateUserQuotasReply;
  reason: string;
}

const Managed = ({ user, usage, reason }: ManagedProps) => {
  const { name, email, createdAt, banned, banReason, isAdmin } = user;
  return (
    <>
      <header class="stack">
        <h1>
          <bdi>{name}</bdi> <UserTags banned={banned} isAdmin={isAdmin} />
        </h1>
        <p class="facts">
          <bdi>{email}</bdi>
          <Day time={createdAt} />
        </p>
        {banReason !== undefined && <p dir="auto">{banReason}</p>}
      </header>
      {banned ? (
        <ActForm act="lift" label="Lift the ban">
          <p>
            <button class="main">Lift the ban</button>
          </p>
          <p class="quiet">The user can sign in again. To undo: ban the user again here.</p>
        </ActForm>
      ) : (
        <ActForm act="ban" label="Ban">
          <ReasonField id="reason" hint="Kept in the log, for moderators." value={reason} />
          <ConfirmField id="ban-confirm" name={email} />
          <p>
            <button class="danger">Ban the user</button>
          </p>
          <p class="quiet">
            Ends all sessions and tokens of the user, and they do not come back. To undo the rest: lift the
            ban here.
          </p>
        </ActForm>
      )}
      <h2>Moderator</h2>
      {isAdmin ? (
        <ActForm act="demote" label="Take the role">
          <p>
            <button class="danger">Take the role of a moderator</button>
          </p>
          <p class="quiet">To undo: make the user a moderator again here.</p>
        </ActForm>
      ) : (
        <ActForm act="promote" label="Make a moderator">
          <ConfirmField id="promote-confirm" name={email} />
          <p>
            <button>Make a moderator</button>
          </p>
          <p class="quiet">Moderators may do all that is on these pages. To undo: take the role here.</p>
        </ActForm>
      )}
      <h2>Quotas</h2>
      <QuotaForm subject="account" usage={usage} />
    </>
  );
};
