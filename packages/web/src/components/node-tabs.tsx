import type { Node } from '@patchbay/client';
import { formatCount } from '../format.ts';
import { nodeLinks } from '../node-links.ts';
import { useHref } from '../visit.ts';

interface NodeTabsProps {
  nodeId: string;
  /** The number of the latest version, whose source is shown; a node without one has no source. */
  latest: string | undefined;
  current: 'readme' | 'app-nodes' | 'versions' | 'requirements' | 'source' | 'related';
  counts?: TabCounts | undefined;
}

interface TabCounts {
  'app-nodes': number | undefined;
  versions: number | undefined;
  requirements: number;
}

/** What the tabs of a node count, if it was asked for with `include_counts`. */
export const countsOf = ({ app_node_count, version_count, latest_version: latest }: Node): TabCounts => ({
  'app-nodes': app_node_count,
  versions: version_count,
  requirements: latest?.dependencies?.length ?? 0,
});

/** The pages of a node. */
export const NodeTabs = ({ nodeId, latest, current, counts }: NodeTabsProps) => {
  const href = useHref();
  const links = nodeLinks(nodeId);
  const tabs = [
    ['readme', 'Readme', links.node],
    ...(latest === undefined ? [] : ([['app-nodes', 'App-nodes', links.appNodes()]] as const)),
    ['versions', 'Versions', links.versions],
    ...(latest === undefined
      ? []
      : ([
          ['requirements', 'Requirements', links.requirements],
          ['source', 'Source', links.source(latest)],
        ] as const)),
    ['related', 'Related', links.related],
  ] as const;
  return (
    <nav class="tabs" aria-label="Node">
      {tabs.map(([name, title, path]) => {
        const count = name in (counts ?? {}) ? counts?.[name as keyof TabCounts] : undefined;
        return (
          <a key={name} href={href(path)} aria-current={name === current ? 'page' : undefined}>
            {title}
            {count !== undefined && (
              <>
                {' '}
                <span class="count">{formatCount(count)}</span>
              </>
            )}
          </a>
        );
      })}
    </nav>
  );
};
