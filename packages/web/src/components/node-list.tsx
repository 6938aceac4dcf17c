import type { Node } from '@patchbay/client';
import { clip } from '../clip.ts';
import { formatCompact } from '../format.ts';
import { useHref } from '../visit.ts';
import { Day } from './day.tsx';
import { nameOf } from '../name-of.ts';

interface MarkedProps {
  text: string;
  /** Words of a search, in any case. */
  words: readonly string[];
}

/** A text in which the words of a search are marked. */
const Marked = ({ text, words }: MarkedProps) => {
  const sought = words.filter((word) => word !== '').toSorted((one, other) => other.length - one.length);
  if (sought.length === 0) return <>{text}</>;
  const pattern = new RegExp(`(${sought.map(asPattern).join('|')})`, 'giu');
  return (
    <>
      {text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
    </>
  );
};

const asPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

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
