import type { ListVersionAppNodesReply, Node, NodeVersion, Readme as ReadmeReply } from '@patchbay/client';
import { AppNodeBox } from '../../components/app-node-box.tsx';
import { type DayCount, DownloadsChart } from '../../components/downloads-chart.tsx';
import { Island } from '../../components/island.tsx';
import { NodeTabs } from '../../components/node-tabs.tsx';
import { Pager } from '../../components/pager.tsx';
import { Readme } from '../../components/readme.tsx';
import { clip } from '../../clip.ts';
import { formatCount } from '../../format.ts';
import { Island as CopyButton } from '../../islands/copy-button.tsx';
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
  /** Of the version, unless there are none to be seen. */
  appNodes: ListVersionAppNodesReply | undefined;
  readme: ReadmeReply | undefined;
  /** Of the node, on its own page. */
  downloads?: readonly DayCount[];
}

const charsMax = 2_000;

export const NodeView = ({ node, version, appNodes, readme, downloads }: Shown) => (
  <>
    <NodeHeader node={node} version={version} isOfVersion={downloads === undefined} />
    <NodeTabs
      nodeId={node.id}
      latest={node.latest_version?.version}
      current={downloads === undefined ? 'versions' : 'overview'}
    />
    <div class="columns">
      <div class="stack">
        {node.description !== undefined && node.description !== '' && (
          <p class="lead" dir="auto">
            {clip(node.description, charsMax)}
          </p>
        )}
        <Install node={node} version={version} isOfVersion={downloads === undefined} />
        <Notices notices={version?.notices ?? []} />
        <Requirements dependencies={version?.dependencies} />
        {downloads === undefined && <Changelog text={version?.changelog} />}
        {version !== undefined && readme !== undefined && readme.parts.length > 0 && (
          <section class="stack" aria-labelledby="readme">
            <h2 id="readme">Readme</h2>
            <Readme readme={readme} version={version} />
          </section>
        )}
      </div>
      <aside class="stack" aria-label="Facts">
        {downloads !== undefined && <DownloadsChart days={lastDays(downloads)} />}
        <Facts node={node} version={version} />
      </aside>
    </div>
    {appNodes !== undefined && <AppNodes {...appNodes} />}
  </>
);

interface InstallProps {
  node: Node;
  version: NodeVersion | undefined;
  isOfVersion: boolean;
}

const Install = ({ node, version, isOfVersion }: InstallProps) => {
  if (version?.status !== 'NodeVersionStatusActive') {
    return (
      <p class="notice">
        {isOfVersion ? 'This version cannot be installed.' : 'No version can be installed yet.'}
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
      <p class="lines" dir="auto">
        {clip(text, charsMax * 2)}
      </p>
    </section>
  );

const AppNodes = ({ app_nodes, total, page, totalPages }: ListVersionAppNodesReply) => (
  <section aria-labelledby="app-nodes">
    <h2 id="app-nodes">{total === 1 ? '1 app-node' : `${formatCount(total)} app-nodes`}</h2>
    {total === 0 && <p class="quiet">None were found in its package.</p>}
    <div class="boxes">
      {app_nodes.map((appNode) => (
        <AppNodeBox key={appNode.app_node_name} appNode={appNode} />
      ))}
    </div>
    <Pager page={page} totalPages={totalPages} />
  </section>
);
