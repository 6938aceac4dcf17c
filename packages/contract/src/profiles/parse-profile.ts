import { Value } from 'typebox/value';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { Profile } from './profile.ts';

/** The profile file is invalid. The message is a clause that says why. */
export class ProfileError extends Error {}

/** Parses a profile file. Missing compatibility flags have their value in `app`. Throws ProfileError. */
export const parseProfile = (file: unknown): Profile => {
  const given = isObject(file) ? file : {};
  const profile: unknown = {
    naming: {},
    aliases: {},
    builtInAppNodes: [],
    ...given,
    compat: isObject(given['compat'])
      ? { ...builtInProfiles.app.compat, ...given['compat'] }
      : (given['compat'] ?? builtInProfiles.app.compat),
  };
  const [fault] = Value.Errors(Profile, profile);
  if (fault !== undefined) {
    const what = fault.keyword === 'boolean' ? 'is no key of a profile' : fault.message;
    throw new ProfileError(`${fault.instancePath || '/'} ${what}`);
  }
  const parsed = Value.Parse(Profile, profile);
  requireWayBack(parsed);
  requireKnownNames(parsed);
  return parsed;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each of the host's names must map back to exactly one neutral name, and a renamed name must not be renamed again. */
const requireWayBack = ({ naming }: Profile): void => {
  const [neutral, host] = [Object.keys(naming), Object.values(naming)];
  if (new Set(host).size < host.length) throw new ProfileError('/naming has two names spelled alike');
  const twice = host.find((word) => neutral.some((name) => word.includes(name)));
  if (twice !== undefined) {
    throw new ProfileError(`/naming has "${twice}", which holds a neutral name that is spelled otherwise`);
  }
};

/** An alias must refer to something that its endpoint has. */
const requireKnownNames = ({ aliases }: Profile): void => {
  for (const [endpointName, { query = {}, reply = {} }] of Object.entries(aliases)) {
    const endpoint = (endpoints as Readonly<Record<string, Endpoint>>)[endpointName];
    if (endpoint === undefined) throw new ProfileError(`/aliases names no endpoint "${endpointName}"`);
    const parts = { query: [query, endpoint.query], reply: [reply, endpoint.reply.body] } as const;
    for (const [part, [names, schema]] of Object.entries(parts)) {
      const properties = (schema as { properties?: object } | undefined)?.properties ?? {};
      const missing = Object.values(names).find((name) => !Object.hasOwn(properties, name));
      if (missing !== undefined) {
        throw new ProfileError(`/aliases/${endpointName}/${part} names "${missing}", which is not there`);
      }
    }
  }
};
