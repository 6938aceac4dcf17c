import type { Proposal } from '@patchbay/client';
import { useHref } from '../visit.ts';

/** Says what waits for another moderator about the subject of a page, if anything does. */
export const WaitingProposal = ({ proposal }: { proposal: Proposal | undefined }) => {
  const href = useHref();
  if (proposal === undefined) return null;
  const what = proposal.aim === 'lift-ban' ? 'lift the ban' : 'make a moderator';
  return (
    <p class="notice">
      <bdi>{proposal.proposed_by.name}</bdi> proposed to {what}.{' '}
      <a href={href('/moderate/proposals')}>Another moderator decides</a>.
    </p>
  );
};
