import { type AppNodeChanges, type Change, isBreaking } from '@patchbay/contract/compare';
import type { ComponentChildren } from 'preact';
import { Clipped } from '../../components/clipped.tsx';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { NodeTabs } from '../../components/node-tabs.tsx';
import { VersionPicker } from '../../components/version-picker.tsx';
import { formatCount } from '../../format.ts';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';
import { ChangeRows } from '../../components/change-rows.tsx';

const appNodesMax = 500;
/** Of all app-nodes together. */
const changesMax = 1_000;

interface ComparisonProps {
  nodeId: string;
  name: string;
  from: string;
  to: string;
  metadata: readonly Change[];
  requirements: readonly Change[];
  appNodes: readonly AppNodeChanges[];
  /** The versions whose app-nodes are not known, or too large. */
  unknown: readonly string[];
  /** How many app-nodes differ and are not compared. */
  skipped: number;
}

/** Two versions of a node, side by side. */
export const Comparison = (props: ComparisonProps) => {
  const { nodeId, name, from, to, metadata, requirements, appNodes, unknown, skipped } = props;
  const href = useHref();
  const links = nodeLinks(nodeId);
  const breaking = appNodes.filter(isBreaking).length;
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={nodeId} name={name} />
        <h1>
          {from} → {to}
        </h1>
        <p class="facts">
          {breaking > 0 ? (
            <span class="tag bad">
              {formatCount(breaking)} breaking {breaking === 1 ? 'app-node' : 'app-nodes'}
            </span>
          ) : (
            unknown.length === 0 && skipped === 0 && <span class="tag good">nothing breaking</span>
          )}
          <a href={href(links.compare(to, from))}>Swap</a>
          <a href={href(links.diff(from, to))}>Difference of the sources</a>
        </p>
        <VersionPicker nodeId={nodeId} from={from} to={to} />
      </header>
      <NodeTabs nodeId={nodeId} latest={to} current="versions" />
      <Section title="App-nodes" isEmpty={appNodes.length === 0 && unknown.length === 0 && skipped === 0}>
        {unknown.map((version) => (
          <p key={version} class="quiet">
            The app-nodes of {version} could not be read, or are too large to be compared here.
          </p>
        ))}
        {skipped > 0 && (
          <p class="quiet">
            {formatCount(skipped)} app-nodes differ in more than is compared here. The command line compares
            all of it: <code>patchbay diff</code>
          </p>
        )}
        {within(appNodes).map((appNode) => (
          <AppNode key={appNode.app_node_name} {...appNode} />
        ))}
        {appNodes.length > appNodesMax && (
          <p class="quiet">And {formatCount(appNodes.length - appNodesMax)} more app-nodes.</p>
        )}
      </Section>
      <Section title="Requirements" isEmpty={requirements.length === 0}>
        <ChangeRows label="Changed requirements" changes={requirements} />
      </Section>
      <Section title="Metadata" isEmpty={metadata.length === 0}>
        <ChangeRows label="Changed metadata" changes={metadata} />
      </Section>
    </>
  );
};

/** As many app-nodes as a page shows, and of their changes those for which there is room. */
const within = (appNodes: readonly AppNodeChanges[]): AppNodeChanges[] => {
  let room = changesMax;
  return appNodes.slice(0, appNodesMax).map((appNode) => {
    const changes = appNode.changes.slice(0, Math.max(0, room));
    room -= changes.length;
    return { ...appNode, changes };
  });
};

interface SectionProps {
  title: string;
  isEmpty: boolean;
  children: ComponentChildren;
}

const Section = ({ title, isEmpty, children }: SectionProps) => (
  <section aria-labelledby={title}>
    <h2 id={title}>{title}</h2>
    {isEmpty ? <p class="quiet">No difference.</p> : children}
  </section>
);

const tones = { added: 'good', removed: 'bad', changed: '' } as const;

const AppNode = (appNode: AppNodeChanges) => {
  const { app_node_name: name, kind, changes } = appNode;
  return (
    <article class="card">
      <h3>
        <Clipped text={name} /> <span class={`tag ${tones[kind]}`.trim()}>{kind}</span>{' '}
        {kind === 'removed' && <span class="tag bad">breaking</span>}
      </h3>
      {changes.length > 0 && (
        <ChangeRows label={`Changes of ${name.slice(0, 100).toWellFormed()}`} changes={changes} />
      )}
    </article>
  );
};
