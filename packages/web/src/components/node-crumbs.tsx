import { nodeLinks } from '../node-links.ts';
import { useHref } from '../visit.ts';

interface NodeCrumbsProps {
  nodeId: string;
  /** What people call it; its id by default. */
  name?: string;
  version?: string;
}

/** The way up from a page about a node, or about one of its versions. */
export const NodeCrumbs = ({ nodeId, name = nodeId, version }: NodeCrumbsProps) => {
  const href = useHref();
  const links = nodeLinks(nodeId);
  return (
    <p class="facts">
      <a href={href(links.node)}>
        <bdi>{name}</bdi>
      </a>
      {version !== undefined && <a href={href(links.version(version))}>{version}</a>}
    </p>
  );
};
