import { isHigherVersion } from '@patchbay/contract/is-higher-version';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';

interface NewerVersionProps {
  nodeId: string;
  /** The number of the version that is shown. */
  version: string;
  latest: string | undefined;
}

/** Says on the page of a version that there is a newer one, and leads to it. */
export const NewerVersion = ({ nodeId, version, latest }: NewerVersionProps) => {
  const href = useHref();
  if (latest === undefined || !isHigherVersion(latest, version)) return null;
  const links = nodeLinks(nodeId);
  return (
    <p class="facts">
      <span class="tag info">
        <bdi>{latest}</bdi> is newer
      </span>
      <a href={href(links.node)}>See it</a>
      <a href={href(links.compare(version, latest))}>What changed</a>
    </p>
  );
};
