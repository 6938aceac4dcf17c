import type { Proposal } from './generated/resources.ts';

/**
 * Whether what a moderator asked for waits for a second one: with `MODERATION=two`, lifting a ban and making a moderator
 * returns a proposal in place of what was asked for.
 */
export const isProposal = (reply: unknown): reply is Proposal =>
  typeof reply === 'object' && reply !== null && 'proposed_by' in reply;
