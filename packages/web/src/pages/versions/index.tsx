import { getNode } from '@patchbay/client';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { Pager } from '../../components/pager.tsx';
import { VersionPicker } from '../../components/version-picker.tsx';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { listTimeline } from './list-timeline.ts';
import { TimelineItem } from './timeline-item.tsx';
import { nameOf } from '../../name-of.ts';

/** The versions of a node, the highest first, each with what it changed. */
export const versionsPage = page({
  path: '/n/:nodeId/versions',
  audience: 'anyone',
  changesWith: 'node',
  show: async ({ client, params: { nodeId = '' }, query }) => {
    const number = readNumber(query, 'page', 1);
    const [node, timeline] = await Promise.all([
      getNode(client, { nodeId, include_counts: true }),
      listTimeline(client, nodeId, number),
    ]);
    const { id, latest_version: latest } = node;
    const shown = nameOf(node);
    return {
      title: `Versions of ${shown}`,
      description: `Every version of ${shown}, and what changed in its requirements and app-nodes.`,
      feed: nodeLinks(id).feed,
      isIndexed: number === 1 && latest !== undefined,
      canonical: nodeLinks(id).versions,
      body: (
        <Versions
          {...timeline}
          nodeId={id}
          name={shown}
          page={number}
          latest={latest?.version}
          counts={countsOf(node)}
        />
      ),
    };
  },
});

interface VersionsProps extends Awaited<ReturnType<typeof listTimeline>> {
  nodeId: string;
  name: string;
  page: number;
  latest: string | undefined;
  counts: ReturnType<typeof countsOf>;
}

const Versions = ({ nodeId, name, page: number, latest, counts, entries, hasMore }: VersionsProps) => {
  const comparable = entries
    .filter(({ version }) => version.status !== 'NodeVersionStatusDeleted')
    .map(({ version }) => version.version);
  const [higher, lower] = comparable;
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={nodeId} name={name} />
        <h1>Versions</h1>
      </header>
      <NodeTabs nodeId={nodeId} latest={latest} current="versions" counts={counts} />
      {entries.length === 0 && number === 1 && <p class="quiet">No version has a package yet.</p>}
      {higher !== undefined && lower !== undefined && (
        <VersionPicker nodeId={nodeId} from={lower} to={higher} versions={comparable} />
      )}
      <ol class="timeline">
        {entries.map((entry) => (
          <TimelineItem
            key={entry.version.id}
            nodeId={nodeId}
            entry={entry}
            isLatest={entry.version.version === latest}
          />
        ))}
      </ol>
      <Pager page={number} totalPages={hasMore ? undefined : entries.length === 0 ? 0 : number} />
    </>
  );
};
