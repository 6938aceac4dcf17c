import { type Node, type VersionAppNode, getAppNode, getNode } from '@patchbay/client';
import { choicesOf, type Input, readInputs } from '@patchbay/contract/compare';
import { clip } from '../../clip.ts';
import { AppNodeBox, typeName } from '../../components/app-node-box.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { plainText } from '../../markdown/plain-text.ts';
import { nameOf } from '../../name-of.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { readOutputs } from '../../read-outputs.ts';
import type { PageRoute, Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';

const [rowsMax, charsMax, choicesMax, definitionCharsMax] = [200, 300, 24, 64_000];

const show = async ({ client, params }: Visit) => {
  const { nodeId = '', version: asked, appNodeName = '' } = params;
  const node = await getNode(client, { nodeId, include_counts: true });
  const version = asked ?? node.latest_version?.version ?? '';
  const appNode = await getAppNode(client, { nodeId, version, appNodeName, include_history: true });
  const title = clip(titleOf(appNode), charsMax);
  const said = plainText(appNode.description ?? '');
  return {
    title: `${title} · ${nameOf(node)}`,
    description: clip(said === '' ? `The app-node ${title} of ${nameOf(node)}.` : said, 200),
    isIndexed: asked === undefined,
    canonical: nodeLinks(node.id).appNode(appNode.app_node_name),
    body: <AppNode node={node} version={version} isLatest={asked === undefined} appNode={appNode} />,
  };
};

const pageAt = (path: string): PageRoute => page({ path, audience: 'anyone', changesWith: 'node', show });

/** One app-node of the latest version of a node. */
export const appNodePage = pageAt('/n/:nodeId/app-nodes/:appNodeName');
/** One of any version. */
export const versionAppNodePage = pageAt('/n/:nodeId/v/:version/app-nodes/:appNodeName');

const titleOf = ({ display_name: shown = '', app_node_name: name }: VersionAppNode): string =>
  shown === '' ? name : shown;

interface AppNodeProps {
  node: Node;
  version: string;
  isLatest: boolean;
  appNode: VersionAppNode;
}

const AppNode = ({ node, version, isLatest, appNode }: AppNodeProps) => {
  const href = useHref();
  const { app_node_name: name, description = '', input_types: definition = '' } = appNode;
  const inputs = definition.length <= definitionCharsMax ? readInputs(definition) : [];
  const links = nodeLinks(node.id);
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={node.id} name={nameOf(node)} version={version} />
        <h1 dir="auto">{clip(titleOf(appNode), charsMax)}</h1>
        <p class="facts">
          <span>An app-node: one box in the graph of the host</span>
          {titleOf(appNode) !== name && <code dir="auto">{clip(name, charsMax)}</code>}
        </p>
      </header>
      <NodeTabs
        nodeId={node.id}
        latest={node.latest_version?.version}
        current="app-nodes"
        counts={countsOf(node)}
      />
      <div class="columns">
        <div class="stack">
          {description !== '' && <Markdown text={description} charsMax={4_000} />}
          <Inputs inputs={inputs} />
          <Outputs appNode={appNode} />
        </div>
        <aside class="stack" aria-label="Facts">
          <AppNodeBox appNode={{ ...appNode, description: '' }} />
          <Facts appNode={appNode} />
          <p>
            <a href={href(`/search?app_node=${encodeURIComponent(clip(name, 200))}`)}>
              Nodes with an app-node of this name
            </a>
          </p>
          <p>
            <a href={href(links.appNodes(isLatest ? undefined : version))}>All app-nodes of {node.id}</a>
          </p>
        </aside>
      </div>
    </>
  );
};

const Facts = ({ appNode }: { appNode: VersionAppNode }) => {
  const { category = '', function: method = '', search_aliases: aliases = [] } = appNode;
  const rows = [
    ['Category', category],
    ['Function', method],
    ['Also found as', aliases.slice(0, choicesMax).join(', ')],
  ].filter(([, value]) => value !== '');
  if (rows.length === 0) return null;
  return (
    <dl class="pairs">
      {rows.map(([label, value = '']) => (
        <>
          <dt>{label}</dt>
          <dd>
            <bdi>{clip(value, charsMax)}</bdi>
          </dd>
        </>
      ))}
    </dl>
  );
};

const Inputs = ({ inputs }: { inputs: readonly Input[] }) => (
  <section class="stack" aria-labelledby="inputs">
    <h2 id="inputs">Inputs</h2>
    {inputs.length === 0 ? (
      <p class="quiet">It has none, or they are made only when it runs.</p>
    ) : (
      <dl class="ports-listed">
        {inputs.slice(0, rowsMax).map((input) => (
          <div key={input.name}>
            <dt>
              <bdi>{clip(input.name, charsMax)}</bdi> <code>{clip(typeName(input.type), charsMax)}</code>
              {!input.isRequired && <span class="quiet"> optional</span>}
            </dt>
            <dd>
              <Terms input={input} />
            </dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

/** What may be entered, and what the author says of it. */
const Terms = ({ input }: { input: Input }) => {
  const { options } = input;
  const choices = choicesOf(input)?.filter((choice) => typeof choice !== 'object') ?? [];
  const said = ['default', 'min', 'max', 'step'].flatMap((key) => {
    const value = options[key];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [`${key} ${JSON.stringify(value)}`] : [];
  });
  const tooltip = typeof options['tooltip'] === 'string' ? options['tooltip'] : '';
  return (
    <>
      {tooltip !== '' && <p dir="auto">{clip(plainText(tooltip), charsMax)}</p>}
      {said.length > 0 && (
        <p class="quiet">
          <bdi>{clip(said.join(', '), charsMax)}</bdi>
        </p>
      )}
      {choices.length > 0 && (
        <p class="quiet">
          one of{' '}
          {choices.slice(0, choicesMax).map((choice, index) => (
            <>
              {index > 0 && ', '}
              <bdi>{clip(String(choice), 60)}</bdi>
            </>
          ))}
          {choices.length > choicesMax && ` and ${choices.length - choicesMax} more`}
        </p>
      )}
    </>
  );
};

const Outputs = ({ appNode }: { appNode: VersionAppNode }) => {
  const outputs = readOutputs(appNode);
  const { output_tooltips: tooltips = [], output_node: isEnd } = appNode;
  return (
    <section class="stack" aria-labelledby="outputs">
      <h2 id="outputs">Outputs</h2>
      {outputs.length === 0 ? (
        <p class="quiet">{isEnd === true ? 'None: a graph ends with it.' : 'None are known.'}</p>
      ) : (
        <dl class="ports-listed">
          {outputs.slice(0, rowsMax).map(({ name, type, isList }, index) => (
            <div key={index}>
              <dt>
                <bdi>{clip(name, charsMax)}</bdi>{' '}
                {typeName(type) !== name && <code>{clip(typeName(type), charsMax)}</code>}
                {isList && <span class="quiet"> list</span>}
              </dt>
              <dd>
                {(tooltips[index] ?? '') !== '' && (
                  <p dir="auto">{clip(plainText(tooltips[index] ?? ''), charsMax)}</p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};
