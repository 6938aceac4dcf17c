import { type Endpoints, type Profile, limits, patterns } from '@patchbay/contract';
import { presentResolvedAppNode } from '../../present/resolved-app-node.ts';
import { findProvidersOfMany } from '../../store/listing/app-node-providers.ts';
import type { Operation } from '../operation.ts';

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
  };
};

const storable = new RegExp(patterns.storable.pattern, 'u');

const known = new WeakMap<Profile, ReadonlySet<string>>();

/** Made once for each profile. */
const builtInsOf = (profile: Profile): ReadonlySet<string> => {
  const builtIns = known.get(profile) ?? new Set(profile.builtInAppNodes);
  known.set(profile, builtIns);
  return builtIns;
};
