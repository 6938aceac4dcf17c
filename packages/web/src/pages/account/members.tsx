import { type PublisherMember, RegistryError, addMember, removeMember } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import type { Visit } from '../../site.ts';
import { type OwnPublisher, loadPublisher } from './load-publisher.ts';

const path = '/account/publishers/:publisherId/members';

const show = async (visit: Visit, state?: FormState): Promise<View> => ({
  title: 'Members',
  body: <Members own={await loadPublisher(visit)} state={state} />,
});

/** Who is a member of a publisher, in which role. */
export const membersPage = page({ path, audience: 'person', show });

export const membersForms = formsOf(path, show, {
  add: async ({ client, params: { publisherId = '' } }, fields) => {
    const role = fields.get('role') === 'owner' ? 'owner' : 'member';
    await addMember(client, { publisherId, body: { email: textOf(fields, 'email'), role } }).catch(asFault);
    return { redirect: `/account/publishers/${publisherId}/members?done=member` };
  },
  remove: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    const memberId = fields.get('which') ?? '';
    const { own } = await loadPublisher(visit);
    await removeMember(visit.client, { publisherId, memberId });
    const isGone = own?.id === memberId;
    return { redirect: `${isGone ? '/account' : `/account/publishers/${publisherId}/members`}?done=removed` };
  },
});

/** Here it is the address that is unknown, not the page. */
const asFault = (error: unknown): never => {
  if (error instanceof RegistryError && error.code === 'not_found') {
    throw new FormRefusal({ email: error.message });
  }
  throw error;
};

interface MembersProps {
  own: OwnPublisher;
  state: FormState | undefined;
}

const Members = ({ own: { publisher, members, own, isOwner }, state }: MembersProps) => (
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
    {isOwner && (
      <section aria-labelledby="add">
        <h2 id="add">Add a member</h2>
        <Form name="add" state={state}>
          <Field
            name="email"
            label="E-mail address"
            hint="With which they signed up here. A member gets the new role."
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
            <button class="main" name="do" value="add">
              Add member
            </button>
          </div>
        </Form>
      </section>
    )}
  </>
);

interface MemberProps {
  member: PublisherMember;
  isOwn: boolean;
  isOwner: boolean;
  state: FormState | undefined;
}

const Member = ({ member: { id, user, role }, isOwn, isOwner, state }: MemberProps) => (
  <li>
    <strong>
      <bdi>{user.name}</bdi>
    </strong>
    <span class="quiet">{user.email}</span>
    <span class="tag">{role}</span>
    {(isOwner || isOwn) && (
      <Form name="remove" which={id} state={state} isInline>
        <button name="do" value="remove" aria-label={isOwn ? undefined : `Remove ${user.name}`}>
          {isOwn ? 'Leave' : 'Remove'}
        </button>
      </Form>
    )}
  </li>
);
