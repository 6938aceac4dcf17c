import type { ComponentChildren } from 'preact';
import type { NodeVersion, VersionChanges } from '@patchbay/client';
import type { Change } from '@patchbay/contract/compare';
import { Clipped } from '../../components/clipped.tsx';
import { Day } from '../../components/day.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { formatBytes, formatCount } from '../../format.ts';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';
import type { TimelineEntry } from './list-timeline.ts';

/** The state of a version, unless it is the usual one. */
const StatusTag = ({ status }: Pick<NodeVersion, 'status'>) =>
  status === 'NodeVersionStatusActive' ? null : <StateTag status={status} />;

const [shownMax, changelogMax] = [6, 600];

interface TimelineItemProps {
  nodeId: string;
  entry: TimelineEntry;
  isLatest: boolean;
}

/** A version on the timeline. */
export const TimelineItem = ({ nodeId, entry, isLatest }: TimelineItemProps) => {
  const { version, previous, requirements } = entry;
  const {
    version: number,
    changelog = '',
    createdAt,
    deprecated,
    package_bytes: bytes,
    status,
    changes,
  } = version;
  const links = nodeLinks(nodeId);
  const href = useHref();
  return (
    <li class={isLatest ? 'latest' : undefined}>
      <h2>
        {status === 'NodeVersionStatusDeleted' ? number : <a href={href(links.version(number))}>{number}</a>}
        {isLatest && <span class="tag good">latest</span>}
        {deprecated === true && <span class="tag warn">deprecated</span>}
        <StatusTag status={status} />
      </h2>
      <p class="facts">
        <Day time={createdAt} />
        {bytes !== undefined && <span>{formatBytes(bytes)}</span>}
      </p>
      {changelog !== '' && (
        <>
          <Markdown text={changelog} charsMax={changelogMax} />
          {changelog.length > changelogMax && (
            <p>
              <a href={href(`${links.version(number)}#changelog`)}>Read all of it</a>
            </p>
          )}
        </>
      )}
      {previous !== undefined && (
        <dl class="pairs">
          {requirements.length > 0 && <Requirements changes={requirements} />}
          <AppNodes changes={changes} />
        </dl>
      )}
      {status !== 'NodeVersionStatusDeleted' && (
        <p class="facts">
          {previous !== undefined && (
            <a href={href(links.compare(previous, number))}>Compare with {previous}</a>
          )}
          {status === 'NodeVersionStatusActive' && (
            <>
              <a href={href(links.readme(number))}>Readme</a>
              <a href={href(links.source(number))}>Source</a>
            </>
          )}
        </p>
      )}
    </li>
  );
};

const Requirements = ({ changes }: { changes: readonly Change[] }) => (
  <Row label="Requirements" more={changes.length - shownMax}>
    {changes.slice(0, shownMax).map(({ what, before, after }) => (
      <li key={what} class={before === undefined ? 'came' : after === undefined ? 'went' : undefined}>
        {before === undefined ? '+ ' : after === undefined ? '− ' : '± '}
        <Clipped text={after ?? what} charsMax={80} />
      </li>
    ))}
  </Row>
);

const signs = { added: '+ ', removed: '− ', changed: '± ' } as const;

const AppNodes = ({ changes }: { changes: VersionChanges | undefined }) => (
  <Row label="App-nodes" more={(changes?.total ?? 0) - shownMax}>
    {changes?.total === 0 && <li class="quiet">no change</li>}
    {changes === undefined && <li class="quiet">not known what changed</li>}
    {/* What breaks workflows comes first, since it must not be among what is left out. */}
    {changes?.app_nodes
      .toSorted((one, other) => Number(other.breaking ?? false) - Number(one.breaking ?? false))
      .slice(0, shownMax)
      .map(({ app_node_name: name, kind, breaking }) => (
        <li key={name} class={kind === 'added' ? 'came' : kind === 'removed' ? 'went' : undefined}>
          {signs[kind]}
          <Clipped text={name} charsMax={80} />
          {breaking === true && ' '}
          {breaking === true && <span class="tag bad">breaking</span>}
        </li>
      ))}
  </Row>
);

interface RowProps {
  label: string;
  /** How many are left out. */
  more: number;
  children: ComponentChildren;
}

const Row = ({ label, more, children }: RowProps) => (
  <>
    <dt>{label}</dt>
    <dd>
      <ul class="changes">
        {children}
        {more > 0 && <li class="quiet">and {formatCount(more)} more</li>}
      </ul>
    </dd>
  </>
);
