import { httpUrl } from './components/out-link.tsx';

/** A name as PEP 508 has it, and what may follow it. */
const named = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?:@\s*(\S+)|[<>=!~;(]|$)/i;
const charsMax = 500;

/**
 * Where people read about a requirement of pip: the page of its package, or the address that it names itself. Undefined
 * for options, files and paths.
 */
export const requirementUrl = (requirement: string): string | undefined => {
  const text = requirement.trim();
  if (text.length > charsMax) return undefined;
  const [, name, direct] = named.exec(text) ?? [];
  const address = direct ?? /^(?:-e\s+)?((?:git\+)?https?:\S+)/.exec(text)?.[1];
  if (address !== undefined) return httpUrl(address.replace(/^git\+/, ''));
  return name === undefined ? undefined : `https://pypi.org/project/${name.toLowerCase()}/`;
};
