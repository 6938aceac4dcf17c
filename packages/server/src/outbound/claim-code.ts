import { createHmac } from 'node:crypto';

/** What proves that a publisher controls the repository of a node: nobody but this server can make it. */
export const claimCode = (
  secret: string,
  claim: { publisherId: string; nodeKey: string; repository: string },
): string =>
  `pbc_${createHmac('sha256', secret)
    .update(JSON.stringify(['claim', claim.publisherId, claim.nodeKey, claim.repository]))
    .digest('base64url')}`;

/**
 * Where the file is read that holds the code, on the default branch; the hosts of repositories lead on from there.
 * Undefined for what is no web address.
 */
export const proofAddress = (repository: string): string | undefined => {
  if (!URL.canParse(repository)) return undefined;
  const { protocol, host, pathname } = new URL(repository);
  if (!/^https?:$/.test(protocol)) return undefined;
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return `${protocol}//${host}${path}/raw/HEAD/pyproject.toml`;
};
