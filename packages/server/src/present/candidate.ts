import type { CandidateNode } from '@patchbay/contract';
import type { NamedNode } from '../store/listing/named-nodes.ts';

export const presentCandidate = ({
  id,
  publisherId,
  latestVersion,
}: Pick<NamedNode, 'id' | 'publisherId' | 'latestVersion'>): CandidateNode => ({
  id,
  publisher_id: publisherId,
  ...(latestVersion === null ? {} : { latest_version: latestVersion }),
});
