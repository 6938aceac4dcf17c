import type { Node } from '@patchbay/client';
import { formatCompact } from '../format.ts';
import { useHref } from '../visit.ts';
import { Day } from './day.tsx';

interface NodeListProps {
  nodes: readonly Node[];
}

/** Nodes as cards, in the order given. */
export const NodeList = ({ nodes }: NodeListProps) => (
  <ol class="nodes">
    {nodes.map((node) => (
      <li key={node.id}>
        <NodeCard node={node} />
      </li>
    ))}
  </ol>
);

const NodeCard = ({ node }: { node: Node }) => {
  const { id, name, description, publisher, downloads, latest_version: latest } = node;
  const href = useHref();
  return (
    <article class="card">
      <h3>
        <a href={href(`/n/${id}`)}>{name === undefined || name === '' ? id : name}</a>
      </h3>
      <p class="quiet">
        {id}
        {publisher?.id !== undefined && (
          <>
            {' · '}
            <a href={href(`/p/${publisher.id}`)}>{publisher.name ?? publisher.id}</a>
          </>
        )}
      </p>
      {description !== undefined && <p class="clip">{description}</p>}
      <p class="facts">
        {latest?.version !== undefined && <span>{latest.version}</span>}
        {latest?.createdAt !== undefined && <Day time={latest.createdAt} />}
        {downloads !== undefined && downloads > 0 && <span>{formatCompact(downloads)} downloads</span>}
      </p>
    </article>
  );
};
