import type { CandidateNode, ResolvedAppNode } from '@patchbay/contract';
import { providerReason } from '../store/provider-reason.ts';
import type { Candidate } from '../store/listing/app-node-providers.ts';

/** What a name stands for that is not the host's own: the first of those who provide it, and the others. */
export const presentResolvedAppNode = (
  name: string,
  [first, ...others]: readonly Candidate[],
): ResolvedAppNode =>
  first === undefined
    ? { name, status: 'not_found' }
    : {
        name,
        status: 'success',
        node: presentCandidate(first),
        provider_reason: providerReason(first, others[0]),
        candidates: others.map(presentCandidate),
      };

const presentCandidate = ({ id, publisherId, latestVersion }: Candidate): CandidateNode => ({
  id,
  publisher_id: publisherId,
  ...(latestVersion === null ? {} : { latest_version: latestVersion }),
});
