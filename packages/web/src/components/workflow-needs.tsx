import type { ResolveWorkflowReply } from '@patchbay/client';
import { countOf } from '../count-of.ts';
import { formatCount } from '../format.ts';
import { Island as CopyButton } from '../islands/copy-button.tsx';
import { bounds } from '../workflow/bounds.ts';

type NeededNode = ResolveWorkflowReply['nodes'][number];

/** The address of a file that lists what a workflow needs. It holds the file, so that nothing has to be asked again. */
const listFile = ({ nodes, unknown }: ResolveWorkflowReply): string => {
  const list = {
    nodes: Object.fromEntries(
      nodes.map(({ node, version, names }) => [
        node.id,
        {
          ...(version !== undefined && { version }),
          app_nodes: names.map(({ name }) => name.toWellFormed()),
        },
      ]),
    ),
    unknown: unknown.map((name) => name.toWellFormed()),
  };
  return `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(list, null, 2)}\n`)}`;
};

interface WorkflowNeedsProps {
  needs: ResolveWorkflowReply;
  href: (path: string) => string;
}

const reasons: Readonly<Record<string, string>> = {
  workflow: 'the workflow names it',
  only: 'no other node provides it',
  preempted: 'the name is reserved for it',
  search_ranking: 'it is ranked first',
  first: 'it had the name first',
};

const namesMax = 10;

/** The nodes that a workflow needs, as a table, a command and a file. */
export const WorkflowNeeds = ({ needs, href }: WorkflowNeedsProps) => {
  const { nodes, built_in: builtIn, unknown, missing, may_use_host: mayUseHost } = needs;
  return (
    <section class="stack" aria-labelledby="needs">
      <h2 id="needs">What it needs</h2>
      <p class="facts" role="status">
        <span class="tag good">{countOf(nodes.length, 'node')}</span>
        {unknown.length > 0 && (
          <span class={mayUseHost ? 'tag' : 'tag bad'}>{formatCount(unknown.length)} unknown</span>
        )}
        {builtIn.length > 0 && <span class="tag">{formatCount(builtIn.length)} of the host</span>}
      </p>
      {mayUseHost && (
        <p class="notice">
          This registry has no list of the app-nodes that come with the host, so some of these may be its own.
          Check that your host lacks an app-node before you install a node for it.
        </p>
      )}
      {nodes.length > 0 && (
        <>
          <NeededTable nodes={nodes} href={href} />
          <h3>Install them</h3>
          {nodes.length <= bounds.shownMax && (
            <div class="command">
              <code>{installOf(nodes)}</code>
              <CopyButton text={installOf(nodes)} of="the command that installs them" />
            </div>
          )}
          <p>
            <a class="button" download="workflow-nodes.json" href={listFile(needs)}>
              Download the list
            </a>{' '}
            or run <code>patchbay resolve workflow.json --install</code>.
          </p>
        </>
      )}
      {unknown.length > 0 && (
        <section class="stack" aria-labelledby="unknown">
          <h3 id="unknown">No node provides these</h3>
          <p>
            <Names names={unknown} max={bounds.shownMax} />
          </p>
        </section>
      )}
      {missing.length > 0 && (
        <p>
          The file names nodes that this registry does not have:{' '}
          <Names
            names={missing.map(({ id, version }) => (version === undefined ? id : `${id}@${version}`))}
            max={bounds.shownMax}
          />
        </p>
      )}
      {builtIn.length > 0 && (
        <details>
          <summary>They come with the host</summary>
          <p>
            <Names names={builtIn} max={bounds.shownMax} />
          </p>
        </details>
      )}
    </section>
  );
};

const installOf = (nodes: readonly NeededNode[]): string =>
  `patchbay install ${nodes.map(nameWithVersion).join(' ')}`;

const nameWithVersion = ({ node, version }: NeededNode): string =>
  version === undefined ? node.id : `${node.id}@${version}`;

const NeededTable = ({ nodes, href }: { nodes: readonly NeededNode[]; href: WorkflowNeedsProps['href'] }) => (
  <div class="wide" tabIndex={0} role="region" aria-label="Nodes that it needs">
    <table>
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">Version</th>
          <th scope="col">Provides</th>
          <th scope="col">Why this node</th>
        </tr>
      </thead>
      <tbody>
        {nodes.slice(0, bounds.shownMax).map((needed) => (
          <NeededRow key={needed.node.id} needed={needed} href={href} />
        ))}
      </tbody>
    </table>
    {nodes.length > bounds.shownMax && (
      <p>And {formatCount(nodes.length - bounds.shownMax)} more, in the list to download.</p>
    )}
  </div>
);

const NeededRow = ({ needed, href }: { needed: NeededNode; href: WorkflowNeedsProps['href'] }) => {
  const { node, version, version_reason: reason, named_version: named, names: appNodes } = needed;
  const why = [...new Set(appNodes.map(({ reason }) => reasons[reason] ?? reason))];
  const others = [...new Set(appNodes.flatMap(({ candidates }) => candidates.map(({ id }) => id)))].slice(
    0,
    namesMax,
  );
  return (
    <tr>
      <th scope="row">
        <a href={href(`/n/${node.id}`)}>{node.id}</a>
      </th>
      <td>
        {version ?? 'none yet'}
        {named !== undefined && reason !== 'named' && /^v?\d+\./.test(named) && (
          <p class="quiet">the file names {named.slice(0, 100)}, which is not Active</p>
        )}
      </td>
      <td>
        <Names names={appNodes.map(({ name }) => name)} max={namesMax} />
      </td>
      <td>
        {why.join('; ')}
        {others.length > 0 && (
          <p class="quiet">
            or{' '}
            {others.map((other, index) => (
              <>
                {index > 0 && ', '}
                <a href={href(`/n/${other}`)}>{other}</a>
              </>
            ))}
          </p>
        )}
      </td>
    </tr>
  );
};

/** Names of app-nodes, which anyone can choose. */
const Names = ({ names, max }: { names: readonly string[]; max: number }) => (
  <>
    {names.slice(0, max).map((name, index) => (
      <>
        {index > 0 && ', '}
        <bdi key={name}>{name.slice(0, 200)}</bdi>
      </>
    ))}
    {names.length > max && ` and ${formatCount(names.length - max)} more`}
  </>
);
