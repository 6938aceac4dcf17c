import type { GetAdvisoryReply, Node, NodeVersion, Readme as ReadmeReply } from '@patchbay/client';
import { type DayCount, DownloadsChart } from '../../components/downloads-chart.tsx';
import { Island } from '../../components/island.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { Readme } from '../../components/readme.tsx';
import { countOf } from '../../count-of.ts';
import { Island as CopyButton } from '../../islands/copy-button.tsx';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';
import { Facts } from './facts.tsx';
import { NodeHeader } from './node-header.tsx';
import { Requirements } from './requirements.tsx';

const shownDays = 30;

/**
 * The days up to the last one with a download; none where there was none in these days. They do not change at midnight,
 * and neither does a page that is kept.
 */
const lastDays = (days: readonly DayCount[]): readonly DayCount[] => {
  const end = days.findLastIndex(({ downloads }) => downloads > 0) + 1;
  return end < shownDays ? [] : days.slice(end - shownDays, end);
};

interface CopiedCommandProps {
  command: string;
  /** What it is called on the button. */
  of: string;
}

/** A command for a terminal, which can be copied. */
const CopiedCommand = ({ command, of }: CopiedCommandProps) => (
  <div class="command">
    <code>{command}</code>
    <Island name="copy-button" of={CopyButton} props={{ text: command, of }} />
  </div>
);

export interface Shown {
  node: Node;
  version: NodeVersion | undefined;
  /** How many app-nodes the version has, on its own page, unless there are none to be seen. */
  appNodeCount?: number | undefined;
  readme: ReadmeReply | undefined;
  /** Of the node, on its own page. */
  downloads?: readonly DayCount[];
  /** Why the version was banned as malicious. */
  advisory?: GetAdvisoryReply | undefined;
}

const charsMax = 2_000;

export const NodeView = ({ node, version, appNodeCount, readme, downloads, advisory }: Shown) => (
  <>
    <NodeHeader node={node} version={version} isOfVersion={downloads === undefined} />
    <NodeTabs
      nodeId={node.id}
      latest={node.latest_version?.version}
      current={downloads === undefined ? 'versions' : 'readme'}
      counts={countsOf(node)}
    />
    <div class="columns">
      <div class="stack">
        {node.description !== undefined && node.description !== '' && (
          <div class="lead">
            <Markdown text={node.description} charsMax={charsMax} />
          </div>
        )}
        <Install node={node} version={version} isOfVersion={downloads === undefined} />
        {advisory !== undefined && <Malicious advisory={advisory} />}
        <Notices notices={version?.notices ?? []} />
        {downloads === undefined && (
          <>
            {appNodeCount !== undefined && version !== undefined && (
              <AppNodesLink nodeId={node.id} version={version.version} count={appNodeCount} />
            )}
            <Requirements dependencies={version?.dependencies} />
            <Changelog text={version?.changelog} />
          </>
        )}
        {downloads !== undefined && version !== undefined && (readme?.parts ?? []).length === 0 && (
          <p class="quiet">Its package has no readme.</p>
        )}
        {version !== undefined && readme !== undefined && readme.parts.length > 0 && (
          <section class="stack" aria-labelledby="readme">
            <h2 id="readme">Readme</h2>
            <Readme readme={readme} version={version} repository={node.repository} />
          </section>
        )}
      </div>
      <aside class="stack" aria-label="Facts">
        {downloads !== undefined && <DownloadsChart days={lastDays(downloads)} />}
        <Facts node={node} version={version} />
      </aside>
    </div>
  </>
);

interface InstallProps {
  node: Node;
  version: NodeVersion | undefined;
  isOfVersion: boolean;
}

const whyNot: Readonly<Partial<Record<NodeVersion['status'], string>>> = {
  NodeVersionStatusPending: ' before its package is checked',
  NodeVersionStatusFlagged: ' before a moderator has looked at it',
  NodeVersionStatusBanned: ': a moderator banned it',
  NodeVersionStatusDeleted: ': its publisher deleted it',
};

const Install = ({ node, version, isOfVersion }: InstallProps) => {
  if (version?.status !== 'NodeVersionStatusActive') {
    return (
      <p class="notice">
        {isOfVersion ? 'This version cannot be installed' : 'No version can be installed yet'}
        {isOfVersion && version !== undefined && whyNot[version.status]}.
      </p>
    );
  }
  const name = isOfVersion ? `${node.id}@${version.version}` : node.id;
  return (
    <section class="stack" aria-labelledby="install">
      <h2 id="install">Install</h2>
      <CopiedCommand command={`patchbay install ${name}`} of="the command that installs it" />
    </section>
  );
};

const Malicious = ({ advisory: { id, details } }: { advisory: GetAdvisoryReply }) => (
  <section class="stack" aria-labelledby="malicious">
    <h2 id="malicious">Banned as malicious: {id}</h2>
    <p>Remove it where it is installed.</p>
    <p dir="auto">{details}</p>
  </section>
);

const Notices = ({ notices }: { notices: readonly string[] }) =>
  notices.length === 0 ? null : (
    <section class="stack" aria-labelledby="notices">
      <h2 id="notices">Good to know</h2>
      <ul>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </section>
  );

const Changelog = ({ text = '' }: { text: string | undefined }) =>
  text === '' ? null : (
    <section class="stack" aria-labelledby="changelog">
      <h2 id="changelog">Changes</h2>
      <Markdown text={text} charsMax={charsMax * 2} />
    </section>
  );

interface AppNodesLinkProps {
  nodeId: string;
  version: string;
  count: number;
}

const AppNodesLink = ({ nodeId, version, count }: AppNodesLinkProps) => {
  const href = useHref();
  return (
    <p>
      It has <a href={href(nodeLinks(nodeId).appNodes(version))}>{countOf(count, 'app-node')}</a>.
    </p>
  );
};
