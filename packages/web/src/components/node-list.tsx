import type { Node, SearchNodesReply } from '@patchbay/client';
import { licenseName } from '@patchbay/contract/license-name';
import { clip } from '../clip.ts';
import { countOf } from '../count-of.ts';
import { formatCompact } from '../format.ts';
import { plainText } from '../markdown/plain-text.ts';
import { nameOf } from '../name-of.ts';
import { useHref } from '../visit.ts';
import { Day } from './day.tsx';
import { NodeMark } from './node-mark.tsx';
import { OriginTag } from './origin-tag.tsx';

/** Why a search found a node. */
type Reason = NonNullable<NonNullable<SearchNodesReply['hits']>[number]['reasons']>[number];

interface MarkedProps {
  text: string;
  /** Words that a search found, in any case. */
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
  /** Why each of them was found; the words of these are marked where they occur. */
  hits?: SearchNodesReply['hits'];
}

/** Two lines show no more; the rest is on the page of the node. */
const descriptionCharsMax = 200;
const [shownMax, textCharsMax] = [3, 60];

/** Nodes as cards, in the order given. */
export const NodeList = ({ nodes, hits = [] }: NodeListProps) => {
  const reasons = new Map(hits.map((hit) => [hit.node_id, hit.reasons]));
  return (
    <ol class="nodes">
      {nodes.map((node) => (
        <li key={node.id}>
          <NodeCard node={node} reasons={reasons.get(node.id) ?? []} />
        </li>
      ))}
    </ol>
  );
};

const NodeCard = ({ node, reasons }: { node: Node; reasons: readonly Reason[] }) => {
  const words = [...new Set(reasons.flatMap((reason) => reason.words))];
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
        reasons={reasons}
        words={words}
        seen={`${nameOf(node)} ${id} ${publisher?.name ?? ''} ${description}`}
      />
      <Figures node={node} />
    </article>
  );
};

interface FoundByProps {
  reasons: readonly Reason[];
  words: readonly string[];
  /** What the card shows besides, in which words are marked. */
  seen: string;
}

/** Why a search found it, where the card does not show that already. */
const FoundBy = ({ reasons, words, seen }: FoundByProps) => {
  const shown = seen.toLowerCase();
  const isHidden = ({ words: own }: Reason): boolean =>
    own.some((word) => !shown.includes(word.toLowerCase()));
  const textsOf = (...fields: readonly Reason['field'][]): string[] =>
    reasons
      .filter(
        (reason) =>
          fields.includes(reason.field) &&
          ((reason.field !== 'tag' && reason.field !== 'author') || isHidden(reason)),
      )
      .map(({ text }) => text);
  const rows = [
    ['App-nodes', textsOf('socket', 'app_node')],
    ['Tags', textsOf('tag')],
    ['Author', textsOf('author')],
  ] as const;
  return (
    <>
      {rows.map(([label, found]) =>
        found.length === 0 ? null : (
          <p key={label} class="quiet">
            {label}:{' '}
            {found.slice(0, shownMax).map((text, index) => (
              <>
                {index > 0 && ', '}
                <bdi>
                  <Marked text={clip(text, textCharsMax)} words={words} />
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
      <OriginTag node={node} />
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
