import { Type } from 'typebox';
import { about } from './change-definition.ts';
import { Proposal } from './resources/proposal.ts';
import { User } from './resources/user.ts';
import { memberRoles } from './statuses.ts';

const publisher = about('publisher');
const proposal = about('proposal');
const { id } = User.properties;
/** Without the address: the log is kept, and an address is personal. */
const invitation = Type.Object({ invitation: Type.String(), role: Type.Enum([...memberRoles]) });
const membership = Type.Object({ user: id, role: Type.Enum([...memberRoles]) });
const aim = Type.Object({ aim: Proposal.properties.aim, subject: Proposal.properties.subject });

/** The kinds of changes of members and invitations. */
export const memberKinds = {
  'member.invited': publisher('publisher', 'an owner invited somebody to become a member', {
    after: invitation,
  }),
  'invitation.revoked': publisher('publisher', 'an open invitation was revoked', { before: invitation }),
  'invitation.declined': publisher('publisher', 'who was invited declined', { before: invitation }),
  'member.added': publisher('publisher', 'a user became a member or got another role', {
    before: Type.Optional(membership),
    after: membership,
  }),
  'member.removed': publisher('publisher', 'a member was removed', { before: membership }),
} as const;

/** The kinds of changes of what needs two moderators. */
export const proposalKinds = {
  'proposal.made': proposal('moderators', 'a moderator asked for what needs a second one', { after: aim }),
  'proposal.approved': proposal('moderators', 'a second moderator approved it, which carries it out', {
    before: Type.Object({ ...aim.properties, proposer: id }),
  }),
  'proposal.rejected': proposal(
    'moderators',
    'a moderator rejected it, withdrew it or replaced it, who made it is no moderator any more, or whom it is about deleted the account',
    { before: aim },
  ),
} as const;
