import { createHmac } from 'node:crypto';

/** The code that proves control over a node's repository. Only this server can create it. */
export const claimCode = (
  secret: string,
  claim: { publisherId: string; nodeKey: string; repository: string },
): string =>
  `pbc_${createHmac('sha256', secret)
    .update(JSON.stringify(['claim', claim.publisherId, claim.nodeKey, claim.repository]))
    .digest('base64url')}`;

/**
 * The URL of the file with the code, on the default branch. Repository hosts redirect from there. Undefined if the
 * repository has no web address.
 */
export const proofAddress = (repository: string): string | undefined => {
  if (!URL.canParse(repository)) return undefined;
  const { protocol, host, pathname } = new URL(repository);
  if (!/^https?:$/.test(protocol)) return undefined;
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return `${protocol}//${host}${path}/raw/HEAD/pyproject.toml`;
};
