/** How hosts of repositories address a file, between the repository and its path. */
const hosts: Readonly<Record<string, string>> = {
  'github.com': 'blob/HEAD/',
  'gitlab.com': '-/blob/HEAD/',
};

/**
 * The address of a path of a readme in its repository, as the host of the repository would link it. Undefined for other
 * hosts, and where the path leads out of the repository.
 */
export const inRepository = (repository: string | undefined, path: string): string | undefined => {
  const { hostname = '', pathname = '' } = URL.parse(repository ?? '') ?? {};
  const host = hostname.replace(/^www\./, '');
  const files = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  const [, owner, name] = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/|$)/.exec(pathname) ?? [];
  if (files === undefined || owner === undefined || name === undefined) return undefined;
  const home = `https://${host}/${owner}/${name}`;
  // Put together as text: a path can look like an address of its own.
  const address = URL.parse(`${home}/${files}${path}`)?.href;
  return address !== undefined && (address === home || address.startsWith(`${home}/`)) ? address : undefined;
};
