import {
  type Invitation,
  type PublisherMember,
  inviteMember,
  listInvitations,
  removeMember,
  revokeInvitation,
  updateMember,
} from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { Day } from '../../components/day.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';
import { type OwnPublisher, loadPublisher } from './load-publisher.ts';

const path = '/account/publishers/:publisherId/members';
const shownMax = 100;

const show = async (visit: Visit, state?: FormState): Promise<View> => {
  const own = await loadPublisher(visit);
  const asked = { publisherId: own.publisher.id, limit: shownMax };
  const open = own.isOwner ? (await listInvitations(visit.client, asked)).invitations : [];
  return { title: 'Members', body: <Members own={own} invitations={open} state={state} /> };
};

/** Who is a member of a publisher, in which role, and who is invited. */
export const membersPage = page({ path, audience: 'person', show });

const roleOf = (fields: URLSearchParams): PublisherMember['role'] =>
  fields.get('role') === 'owner' ? 'owner' : 'member';

const done = (publisherId: string, word: string) => ({
  redirect: `/account/publishers/${publisherId}/members?done=${word}`,
});

export const membersForms = formsOf(path, show, {
  invite: async ({ client, params: { publisherId = '' } }, fields) => {
    const body = { email: textOf(fields, 'email'), role: roleOf(fields) };
    await inviteMember(client, { publisherId, body });
    return done(publisherId, 'invited');
  },
  revoke: async ({ client, params: { publisherId = '' } }, fields) => {
    await revokeInvitation(client, { publisherId, invitationId: fields.get('which') ?? '' });
    return done(publisherId, 'invitation-revoked');
  },
  role: async ({ client, params: { publisherId = '' } }, fields) => {
    await updateMember(client, {
      publisherId,
      memberId: fields.get('which') ?? '',
      body: { role: roleOf(fields) },
    });
    return done(publisherId, 'saved');
  },
  remove: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    const memberId = fields.get('which') ?? '';
    const { own } = await loadPublisher(visit);
    await removeMember(visit.client, { publisherId, memberId });
    return own?.id === memberId ? { redirect: '/account?done=removed' } : done(publisherId, 'removed');
  },
});

interface MembersProps {
  own: OwnPublisher;
  invitations: readonly Invitation[];
  state: FormState | undefined;
}

const Members = ({ own: { publisher, members, own, isOwner }, invitations, state }: MembersProps) => (
  <>
    <AccountNav publisher={{ id: publisher.id, isOwner }} />
    <section>
      <h1>Members</h1>
      <DoneNote />
      <ul class="list">
        {members.map((member) => (
          <Member
            key={member.id}
            member={member}
            isOwn={member.id === own?.id}
            isOwner={isOwner}
            state={state}
          />
        ))}
      </ul>
    </section>
    {isOwner && invitations.length > 0 && (
      <section aria-labelledby="open">
        <h2 id="open">Open invitations</h2>
        <ul class="list">
          {invitations.map(({ id, email, role, expires_at: end, mail }) => (
            <li key={id}>
              <strong>
                <bdi>{email}</bdi>
              </strong>
              <span class="tag">{role}</span>
              <span class="quiet">
                until <Day time={end} />
              </span>
              {mail !== undefined && <span class="quiet">{mailWords[mail]}</span>}
              <Form name="revoke" which={id} state={state} isInline>
                <button name="do" value="revoke" aria-label={`Revoke the invitation to ${email}`}>
                  Revoke
                </button>
              </Form>
            </li>
          ))}
        </ul>
      </section>
    )}
    {isOwner && (
      <section aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <Form name="invite" state={state}>
          <Field
            name="email"
            label="E-mail address"
            hint="Gets a message with a link, and becomes a member by accepting within 7 days."
            type="email"
            isRequired
            autocomplete="off"
          />
          <Field
            name="role"
            label="Role"
            value="member"
            options={[
              ['member', 'Member: publishes and edits'],
              ['owner', 'Owner: also members, tokens and deleting'],
            ]}
          />
          <div>
            <button class="main" name="do" value="invite">
              Send invitation
            </button>
          </div>
        </Form>
      </section>
    )}
  </>
);

const mailWords = {
  waiting: 'the message waits to be sent',
  sent: 'message sent',
  not_sent: 'no message was sent: ask them to sign in with this address and open Invitations',
} as const;

interface MemberProps {
  member: PublisherMember;
  isOwn: boolean;
  isOwner: boolean;
  state: FormState | undefined;
}

const Member = ({ member: { id, user, role }, isOwn, isOwner, state }: MemberProps) => {
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <li>
      <strong>
        <bdi>{user.name}</bdi>
      </strong>
      <span class="quiet">{user.email}</span>
      <span class="tag">{role}</span>
      {isOwner && (
        <Form name="role" which={id} state={state} isInline>
          <input type="hidden" name="role" value={other} />
          <button name="do" value="role" aria-label={`Make ${asRole(other)} of ${user.name}`}>
            Make {asRole(other)}
          </button>
        </Form>
      )}
      {(isOwner || isOwn) && (
        <Form name="remove" which={id} state={state} isInline>
          <button name="do" value="remove" aria-label={isOwn ? undefined : `Remove ${user.name}`}>
            {isOwn ? 'Leave' : 'Remove'}
          </button>
        </Form>
      )}
    </li>
  );
};

const asRole = (role: PublisherMember['role']): string => (role === 'owner' ? 'an owner' : 'a member');
