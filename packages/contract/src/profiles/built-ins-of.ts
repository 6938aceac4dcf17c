import type { Profile } from './profile.ts';

const known = new WeakMap<Profile, ReadonlySet<string>>();

/** The names of the host's own app-nodes, made once for each profile. */
export const builtInsOf = (profile: Profile): ReadonlySet<string> => {
  const builtIns = known.get(profile) ?? new Set(profile.builtInAppNodes);
  known.set(profile, builtIns);
  return builtIns;
};
