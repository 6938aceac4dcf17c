import {
  type Proposal,
  type UpdateUserQuotasReply,
  listUsers,
  updateUser,
  updateUserQuotas,
} from '@patchbay/client';
import type { ManagedUser } from '@patchbay/contract';
import { secondNote } from '../../components/ban-form.tsx';
import { ConfirmationField } from '../../components/confirmation-field.tsx';
import { Day } from '../../components/day.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { QuotaForm } from '../../components/quota-form.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { WaitingProposal } from '../../components/waiting-proposal.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { FindForm } from './find-form.tsx';
import { type Act, moderation, reasonIn } from './moderation.tsx';
import { quotaValues } from '../../forms/quota-values.ts';
import { proposalAbout } from './proposal-about.ts';

/** The user of the page, by the address in its query. */
const userOf = async ({ client, query }: Visit): Promise<ManagedUser | undefined> => {
  const email = query.get('q')?.trim() ?? '';
  return email === '' ? undefined : (await listUsers(client, { email, limit: 1 })).users[0];
};

const onUser =
  (act: (visit: Visit, user: ManagedUser, fields: URLSearchParams) => Promise<unknown>): Act =>
  async (visit, fields) => {
    const user = await userOf(visit);
    if (user === undefined) throw new FormRefusal({}, 'There is no user with this address any more.');
    return act(visit, user, fields);
  };

/** All users, the newest first, or one by the address of its e-mail with what can be done. */
export const users = moderation({
  path: '/moderate/users',
  show: async (visit, state) => {
    const { client, query } = visit;
    const email = query.get('q')?.trim() ?? '';
    const user = await userOf(visit);
    if (user !== undefined) {
      const [usage, proposal] = await Promise.all([
        updateUserQuotas(client, { userId: user.id, body: {} }),
        proposalAbout(client, 'user', user.email),
      ]);
      return {
        title: user.name,
        body: <Managed user={user} usage={usage} proposal={proposal} state={state} />,
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
  subject: async (visit) => {
    const user = await userOf(visit);
    return user && `user:${user.id}`;
  },
  acts: {
    ban: onUser(({ client }, { id, email }, fields) => {
      requireConfirmation(fields, email);
      return updateUser(client, { userId: id, body: { banned: true, reason: reasonIn(fields) } });
    }),
    lift: onUser(({ client }, { id }, fields) =>
      updateUser(client, { userId: id, body: { banned: false, reason: reasonIn(fields) } }),
    ),
    promote: onUser(({ client }, { id, email }, fields) => {
      requireConfirmation(fields, email);
      return updateUser(client, { userId: id, body: { isAdmin: true, reason: reasonIn(fields) } });
    }),
    demote: onUser(({ client }, { id }, fields) =>
      updateUser(client, { userId: id, body: { isAdmin: false, reason: reasonIn(fields) } }),
    ),
    quotas: onUser(async ({ client }, { id: userId }, fields) => {
      const usage = await updateUserQuotas(client, { userId, body: {} });
      const body = { ...quotaValues('account', fields, usage), reason: reasonIn(fields) };
      return updateUserQuotas(client, { userId, body });
    }),
  },
});

const UserTable = ({ users: found }: { users: readonly ManagedUser[] }) => {
  const href = useHref();
  return (
    <table>
      <colgroup>
        <col width="43%" />
        <col width="22%" />
        <col width="35%" />
      </colgroup>
      <thead>
        <tr>
          <th>User</th>
          <th>Since</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, name, email, createdAt, banned, isAdmin }) => (
          <tr key={id}>
            <td>
              <a href={href(`/moderate/users?q=${encodeURIComponent(email)}`)}>
                <bdi>{email}</bdi>
              </a>
              <p class="quiet" dir="auto">
                {name}
              </p>
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
  proposal: Proposal | undefined;
  state: FormState | undefined;
}

const Managed = ({ user, usage, proposal, state }: ManagedProps) => {
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
      <WaitingProposal proposal={proposal} />
      <h2>{banned ? 'Banned' : 'Ban'}</h2>
      {banned ? (
        <Form name="lift" label="Lift the ban" state={state}>
          <ReasonField label="Reason to lift the ban" hint="Told to the user and kept in the log." />
          <div>
            <button class="main" name="do" value="lift">
              Lift the ban
            </button>
          </div>
          <p class="quiet">The user can sign in again. {secondNote} To undo: ban the user again here.</p>
        </Form>
      ) : (
        <Form name="ban" label="Ban the user" state={state}>
          <ReasonField label="Reason for the ban" hint="Told to the user and kept in the log." />
          <ConfirmationField word={email} />
          <div>
            <button class="danger" name="do" value="ban">
              Ban the user
            </button>
          </div>
          <p class="quiet">
            Ends all sessions and tokens of the user, and they do not come back. To undo the rest: lift the
            ban here. {secondNote}
          </p>
        </Form>
      )}
      <h2>Moderator</h2>
      {isAdmin ? (
        <Form name="demote" label="Take the role" state={state}>
          <ReasonField label="Reason to take the role" hint="Told to the user and kept in the log." />
          <div>
            <button class="danger" name="do" value="demote">
              Take the role of a moderator
            </button>
          </div>
          <p class="quiet">To undo: make the user a moderator again here.</p>
        </Form>
      ) : (
        <Form name="promote" label="Make a moderator" state={state}>
          <ReasonField label="Reason to give the role" hint="Told to the user and kept in the log." />
          <ConfirmationField word={email} />
          <div>
            <button name="do" value="promote">
              Make a moderator
            </button>
          </div>
          <p class="quiet">
            Moderators may do all that is on these pages. Making one needs another moderator where the
            registry asks for two. To undo: take the role here.
          </p>
        </Form>
      )}
      <h2>Quotas</h2>
      <QuotaForm subject="account" usage={usage} state={state} />
    </>
  );
};
