import { Type } from 'typebox';
import { Subject, Timestamp } from '../text.ts';

/** What needs two moderators where `MODERATION=two`. */
export const proposalAims = ['lift-ban', 'make-moderator'] as const;
export type ProposalAim = (typeof proposalAims)[number];

/** What a moderator asked for and another one has to approve. */
export const Proposal = Type.Object({
  id: Type.String(),
  aim: Type.Enum([...proposalAims]),
  subject: Subject('What it is about, as `<resource>:<id>`'),
  about: Type.String({ description: 'The same for people: an e-mail address, or an id' }),
  reason: Type.String(),
  proposed_by: Type.Object({ id: Type.String(), name: Type.String() }),
  created_at: Timestamp('When it was asked for'),
  expires_at: Timestamp('Until when it can be approved'),
});
export type Proposal = Type.Static<typeof Proposal>;

/** The answer of an endpoint whose request waits for a second moderator. */
export const proposed = {
  description: `A proposal: \`MODERATION=two\`, and another moderator has to approve it. Nothing changed`,
  body: Proposal,
  headers: [],
} as const;
