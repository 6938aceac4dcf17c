import { type Endpoints, type ResolvedAppNode, builtInsOf, limits, patterns } from '@patchbay/contract';
import {
  type Candidate,
  findProvidersOfMany,
  providerReason,
} from '../../store/listing/app-node-providers.ts';
import type { Operation } from '../operation.ts';
import { presentCandidate } from '../../present/candidate.ts';

/** What a name stands for that is not the host's own: the first of those who provide it, and the others. */
const presentResolvedAppNode = (name: string, [first, ...others]: readonly Candidate[]): ResolvedAppNode =>
  first === undefined
    ? { name, status: 'not_found' }
    : {
        name,
        status: 'success',
        node: presentCandidate(first),
        provider_reason: providerReason(first, others[0]),
        candidates: others.map(presentCandidate),
      };

/** One item for each requested name, in the same order, even if no app-node can have it. */
export const resolveAppNodes: Operation<Endpoints['resolveAppNodes']> = async (
  { profile, store },
  { body: { names } },
) => {
  const builtIns = builtInsOf(profile);
  const wanted = new Set(names.filter((name) => storable.test(name) && !builtIns.has(name)));
  const found = await findProvidersOfMany(store, [...wanted], 1 + limits.candidatesMax);
  return {
    results: names.map((name) =>
      builtIns.has(name) ? { name, status: 'built_in' } : presentResolvedAppNode(name, found.get(name) ?? []),
    ),
    built_in_known: builtIns.size > 0,
  };
};

const storable = new RegExp(patterns.storable.pattern, 'u');
