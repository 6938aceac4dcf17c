import { limits } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { requireUser } from '../authorization/publisher.ts';
import { ApiError, invalidValue } from '../errors.ts';
import {
  type ProposalRecord,
  countProposals,
  deleteProposal,
  findProposal,
  insertProposal,
} from '../store/rows/proposals.ts';
import { findUser } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import { type ModerationName, carryOut } from './moderations.ts';
import { type Aim, endProposals } from './second-moderator.ts';

const dayMs = 24 * 60 * 60_000;

/** What to carry out once another moderator approves it. */
export interface Proposed {
  moderation: ModerationName;
  params: object;
  body: object;
  reason: string;
}

/** The keys that a proposed body may have. The moderator who approves it sees only its aim, subject and reason. */
const proposable: { readonly [Name in ModerationName]: readonly string[] } = {
  user: ['banned', 'banReason', 'isAdmin', 'reason'],
  publisher: ['status', 'reason'],
  node: ['id', 'status', 'status_detail', 'publisher', 'reason', 'advisory'],
  version: ['status', 'status_reason', 'reason', 'advisory'],
  'app-node': ['policy', 'reason'],
};

/** Keys that must not be proposed together, because a proposal names one aim only. */
const apart: readonly (readonly [string, string])[] = [
  ['banned', 'isAdmin'],
  ['status', 'publisher'],
];

const requireOneAim = ({ moderation, body }: Proposed): void => {
  const keys = Object.keys(body);
  const pair = apart.find((both) => both.every((key) => keys.includes(key)));
  const other = keys.find((key) => !proposable[moderation].includes(key)) ?? pair?.[1];
  if (other === undefined) return;
  throw invalidValue(
    `/${other}`,
    `Another moderator has to approve this, who would not see "${other}". Send it in another request.`,
    'must be sent by itself',
  );
};

/**
 * Opens a proposal, in place of one about the same. Throws `invalid_request` if it asks for more than its aim,
 * `quota_exceeded` if too many wait.
 */
export const propose = async (tx: Act, proposed: Proposed, aim: Aim): Promise<ProposalRecord> => {
  requireOneAim(proposed);
  const { userId: proposerId } = requireUser(tx.actor);
  const expiresAt = new Date(Date.parse(tx.now) + limits.proposalDays * dayMs).toISOString();
  await endProposals(tx, { subject: aim.subject }, 'Another proposal about the same replaces it.');
  const id = await insertProposal(tx, { ...proposed, ...aim, proposerId, expiresAt });
  if ((await countProposals(tx.db, tx.now)) > limits.proposalsMax) {
    throw new ApiError(
      'quota_exceeded',
      `${limits.proposalsMax} proposals wait. Approve or reject some of them first.`,
    );
  }
  await tx.append({
    kind: 'proposal.made',
    about: { id },
    after: { aim: aim.aim, subject: aim.subject },
    reason: proposed.reason,
  });
  return requireProposal(tx, id);
};

/** Throws `not_found` if there is none that is open. */
export const requireProposal = async (
  { db, now }: Pick<Writer, 'db' | 'now'>,
  id: string,
): Promise<ProposalRecord> => {
  const proposal = await findProposal(db, id, now);
  if (proposal !== undefined) return proposal;
  throw new ApiError('not_found', `There is no open proposal "${id}".`, {
    advice: 'GET /admin/proposals lists them.',
  });
};

/**
 * Carries out a proposal. Throws `forbidden` to the moderator who made it, `illegal_transition` if that one may not
 * moderate any more, and what the moderation throws.
 */
export const approve = async (tx: Act, proposal: ProposalRecord): Promise<void> => {
  const { id, aim, subject, proposer } = proposal;
  if (requireUser(tx.actor).userId === proposer.id) {
    throw new ApiError('forbidden', 'Another moderator has to approve what you asked for.');
  }
  const known = await findUser(tx.db, proposer.id);
  if (known?.isModerator !== true || known.isBanned) {
    throw new ApiError(
      'illegal_transition',
      'Who asked for it is no moderator any more. Reject it, and ask for it yourself.',
    );
  }
  await deleteProposal(tx, id);
  await carryOut({ ...tx, needsSecond: false }, proposal);
  await tx.append({
    kind: 'proposal.approved',
    about: { id },
    before: { aim, subject, proposer: proposer.id },
  });
};

/** Ends a proposal: another moderator rejects it, or its own withdraws it. */
export const reject = async (
  tx: Act,
  { id, aim, subject }: ProposalRecord,
  reason: string,
): Promise<void> => {
  await deleteProposal(tx, id);
  await tx.append({ kind: 'proposal.rejected', about: { id }, before: { aim, subject }, reason });
};
