import type { Node } from '@patchbay/client';
import { clip } from '../clip.ts';
import { formatCompact } from '../format.ts';
import { useHref } from '../visit.ts';
import { Day } from './day.tsx';
import { Marked } from './marked.tsx';
import { nameOf } from '../name-of.ts';

interface NodeListProps {
  nodes: readonly Node[];
  /** Marked where they occur. */
  words?: readonly string[];
}

/** Three lines show no more; the rest is on the page of the node. */
const descriptionCharsMax = 300;

/** Nodes as cards, in the order given. */
export const NodeList = ({ nodes, words = [] }: NodeListProps) => (
  <ol class="nodes">
    {nodes.map((node) => (
      <li key={node.id}>
        <NodeCard node={node} words={words} />
      </li>
    ))}
  </ol>
);

const NodeCard = ({ node, words }: { node: Node; words: readonly string[] }) => {
  const { id, description, publisher, downloads, latest_version: latest } = node;
  const href = useHref();
  return (
    <article class="card">
      <h3>
        <a href={href(`/n/${id}`)} dir="auto">
          <Marked text={nameOf(node)} words={words} />
        </a>
      </h3>
      <p class="quiet">
        <Marked text={id} words={words} />
        {publisher?.id !== undefined && (
          <>
            {' · '}
            <a href={href(`/p/${publisher.id}`)} dir="auto">
              <Marked text={publisher.name ?? publisher.id} words={words} />
            </a>
          </>
        )}
      </p>
      {description !== undefined && (
        <p class="clip" dir="auto">
          <Marked text={clip(description, descriptionCharsMax)} words={words} />
        </p>
      )}
      <p class="facts">
        {latest?.version !== undefined && <span>{latest.version}</span>}
        {latest?.createdAt !== undefined && <Day time={latest.createdAt} />}
        {downloads !== undefined && downloads > 0 && <span>{formatCompact(downloads)} downloads</span>}
      </p>
    </article>
  );
};
