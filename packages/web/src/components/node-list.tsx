import type { Node } from '@patchbay/client';
import { licenseName } from '@patchbay/contract/license-name';
import { clip } from '../clip.ts';
import { countOf } from '../count-of.ts';
import { formatCompact } from '../format.ts';
import { plainText } from '../markdown/plain-text.ts';
import { nameOf } from '../name-of.ts';
import { useHref } from '../visit.ts';
import { Day } from './day.tsx';
import { NodeMark } from './node-mark.tsx';

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

/** Two lines show no more; the rest is on the page of the node. */
const descriptionCharsMax = 200;
const [tagsMax, tagCharsMax] = [3, 60];

/** Nodes as cards, in the order given. */
export const NodeList = ({ nodes, words = [] }: NodeListProps) => (
  <ol class="nodes">
    {nodes.map((node) => (
      <li key={node.id}>
        <NodeCard node={node} words={words.filter((word) => word !== '')} />
      </li>
    ))}
  </ol>
);

const NodeCard = ({ node, words }: { node: Node; words: readonly string[] }) => {
  const { id, publisher } = node;
  const href = useHref();
  const description = clip(plainText(node.description ?? ''), descriptionCharsMax);
  return (
    <article class="card">
      <header>
        <NodeMark id={id} />
        <div>
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
        </div>
      </header>
      {description !== '' && (
        <p class="clip" dir="auto">
          <Marked text={description} words={words} />
        </p>
      )}
      <FoundBy
        node={node}
        words={words}
        seen={`${nameOf(node)} ${id} ${publisher?.name ?? ''} ${description}`}
      />
      <Figures node={node} />
    </article>
  );
};

interface FoundByProps {
  node: Node;
  words: readonly string[];
  /** What the card shows besides, in which words are marked. */
  seen: string;
}

/** Why a search found it, where the card does not show that already. */
const FoundBy = ({ node, words, seen }: FoundByProps) => {
  const { matched_app_node_names: names = [], tags = [], author = '' } = node;
  const shown = seen.toLowerCase();
  const hidden = words.map((word) => word.toLowerCase()).filter((word) => !shown.includes(word));
  const holdsHidden = (text: string): boolean => hidden.some((word) => text.toLowerCase().includes(word));
  const rows = [
    ['App-nodes', names],
    ['Tags', tags.filter(holdsHidden)],
    ['Author', holdsHidden(author) ? [author] : []],
  ] as const;
  return (
    <>
      {rows.map(([label, found]) =>
        found.length === 0 ? null : (
          <p key={label} class="quiet">
            {label}:{' '}
            {found.slice(0, tagsMax).map((text, index) => (
              <>
                {index > 0 && ', '}
                <bdi>
                  <Marked text={clip(text, tagCharsMax)} words={words} />
                </bdi>
              </>
            ))}
          </p>
        ),
      )}
    </>
  );
};

/** What is known of it in numbers; the time comes last, because a script changes its words. */
const Figures = ({ node }: { node: Node }) => {
  const { downloads, github_stars: stars, app_node_count: appNodes, latest_version: latest } = node;
  const license = licenseName(node.license);
  return (
    <p class="facts">
      {downloads !== undefined && downloads > 0 && (
        <span>
          {formatCompact(downloads)} {downloads === 1 ? 'download' : 'downloads'}
        </span>
      )}
      {stars !== undefined && stars > 0 && (
        <span title="Stars of its repository">★ {formatCompact(stars)}</span>
      )}
      {appNodes !== undefined && appNodes > 0 && <span>{countOf(appNodes, 'app-node')}</span>}
      {isName(license) && <span>{license}</span>}
      {latest?.createdAt !== undefined && (
        <span>
          {latest.version}, <Day time={latest.createdAt} isAgo />
        </span>
      )}
    </p>
  );
};

const licenseCharsMax = 24;

/** Whether it is a name, and not a text or a file. */
const isName = (license = ''): boolean =>
  license !== '' && license.length <= licenseCharsMax && !/^licen[cs]e(\.\w+)?$/i.test(license);
