import type { MemberRole, ProposalAim, SignInEvent } from '@patchbay/contract';

// Whom a publisher invites, who signed in when, and what moderators ask each other.

/** Invitations that wait for an answer; an answered one is in the log. */
export interface InvitationsTable {
  id: string;
  publisher_id: string;
  /** In lower case. */
  email: string;
  role: MemberRole;
  inviter_id: string;
  created_at: string;
  expires_at: string;
}

/** The sign-ins of an account from one network within one hour. */
export interface SignInsTable {
  user_id: string;
  event: SignInEvent;
  /** The beginning of the timestamps of an hour: `2026-01-31T15`. */
  hour: string;
  /** As `networkInWords` writes it. */
  network: string;
  /** The last one. */
  at: string;
  count: number;
}

/** What waits for a second moderator. One that was decided is in the log. */
export interface ProposalsTable {
  id: string;
  /** Which moderation to carry out, of those in `lifecycle/moderations.ts`. */
  moderation: string;
  params_json: string;
  body_json: string;
  aim: ProposalAim;
  /** There is one proposal for each. */
  subject: string;
  about: string;
  reason: string;
  proposer_id: string;
  created_at: string;
  expires_at: string;
}
