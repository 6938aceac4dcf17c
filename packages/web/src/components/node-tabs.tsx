import { nodeLinks } from '../node-links.ts';
import { useHref } from '../visit.ts';

interface NodeTabsProps {
  nodeId: string;
  /** The number of the latest version, whose source is shown; a node without one has no source. */
  latest: string | undefined;
  current: 'overview' | 'versions' | 'source' | 'related';
}

/** The pages of a node. */
export const NodeTabs = ({ nodeId, latest, current }: NodeTabsProps) => {
  const href = useHref();
  const links = nodeLinks(nodeId);
  const tabs = [
    ['overview', 'Overview', links.node],
    ['versions', 'Versions', links.versions],
    ...(latest === undefined ? [] : ([['source', 'Source', links.source(latest)]] as const)),
    ['related', 'Related', links.related],
  ] as const;
  return (
    <nav class="tabs" aria-label="Node">
      {tabs.map(([name, title, path]) => (
        <a key={name} href={href(path)} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
};
