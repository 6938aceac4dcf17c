import type { Node, NodeVersion } from '@patchbay/client';
import { NodeMark } from '../../components/node-mark.tsx';
import { OriginTag } from '../../components/origin-tag.tsx';
import { useHref } from '../../visit.ts';
import { nameOf } from '../../name-of.ts';
import { nodeLinks } from '../../node-links.ts';
import { NewerVersion } from './newer-version.tsx';

interface NodeHeaderProps {
  node: Node;
  version: NodeVersion | undefined;
  isOfVersion: boolean;
}

const marks: Readonly<Record<NodeVersion['status'], { class: string; text: string } | undefined>> = {
  NodeVersionStatusActive: undefined,
  NodeVersionStatusPending: { class: 'tag info', text: 'Waits for its checks' },
  NodeVersionStatusFlagged: { class: 'tag warn', text: 'Held for a moderator' },
  NodeVersionStatusBanned: { class: 'tag bad', text: 'Banned' },
  NodeVersionStatusDeleted: { class: 'tag bad', text: 'Deleted' },
};

/** Where the moderators are told what is wrong with a node, or with a version of it. */
const reportOf = (nodeId: string, version: string | undefined): string =>
  nodeLinks(nodeId).report + (version === undefined ? '' : `?version=${encodeURIComponent(version)}`);

export const NodeHeader = ({ node, version, isOfVersion }: NodeHeaderProps) => {
  const { id, publisher } = node;
  const href = useHref();
  const mark = version && marks[version.status];
  return (
    <header class="node">
      <div class="named">
        <NodeMark id={id} />
        <h1 dir="auto">{nameOf(node)}</h1>
      </div>
      <p class="facts">
        <code>{id}</code>
        {isOfVersion && version !== undefined && <code>{version.version}</code>}
        <span>
          by <a href={href(`/p/${publisher.id}`)}>{publisher.name ?? publisher.id}</a>
        </span>
        <OriginTag node={node} />
        {version?.deprecated === true && <span class="tag warn">Deprecated</span>}
        {mark !== undefined && <span class={mark.class}>{mark.text}</span>}
        <a rel="nofollow" href={href(reportOf(id, isOfVersion ? version?.version : undefined))}>
          Report
        </a>
      </p>
      {isOfVersion && version !== undefined && (
        <NewerVersion nodeId={id} version={version.version} latest={node.latest_version?.version} />
      )}
    </header>
  );
};
