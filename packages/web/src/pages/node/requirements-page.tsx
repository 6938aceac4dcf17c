import { type Node, getNode } from '@patchbay/client';
import { clip } from '../../clip.ts';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { nameOf } from '../../name-of.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { NodeHeader } from './node-header.tsx';
import { Requirements } from './requirements.tsx';

const [itemsMax, charsMax] = [50, 200];

/** What the latest version of a node needs: packages, a host, a system, an accelerator. */
export const requirementsPage = page({
  path: '/n/:nodeId/requirements',
  audience: 'anyone',
  changesWith: 'node',
  show: async ({ client, params: { nodeId = '' } }) => {
    const node = await getNode(client, { nodeId, include_counts: true });
    return {
      canonical: nodeLinks(node.id).requirements,
      isIndexed: node.latest_version !== undefined,
      title: `Requirements of ${nameOf(node)}`,
      description: `The Python packages, host, systems and accelerators that ${nameOf(node)} needs.`,
      body: <RequirementsOf node={node} />,
    };
  },
});

const RequirementsOf = ({ node }: { node: Node }) => {
  const { latest_version: version } = node;
  const { dependencies = [] } = version ?? {};
  return (
    <>
      <NodeHeader node={node} version={version} isOfVersion={false} />
      <NodeTabs nodeId={node.id} latest={version?.version} current="requirements" counts={countsOf(node)} />
      {dependencies.length === 0 ? (
        <section aria-labelledby="requirements">
          <h2 id="requirements">Requires</h2>
          <p class="quiet">
            {version === undefined ? 'No version can be installed yet.' : 'It declares no Python packages.'}
          </p>
        </section>
      ) : (
        <Requirements dependencies={dependencies} />
      )}
      <section aria-labelledby="runs-on">
        <h2 id="runs-on">Runs on</h2>
        <dl class="pairs">
          <Row
            name="Host"
            items={[version?.supported_app_version ?? node.supported_app_version]}
            otherwise="any version"
          />
          <Row
            name="Front end"
            items={[version?.supported_app_frontend_version ?? node.supported_app_frontend_version]}
            otherwise="any version"
          />
          <Row name="Systems" items={version?.supported_os ?? node.supported_os} otherwise="any" />
          <Row
            name="Accelerators"
            items={version?.supported_accelerators ?? node.supported_accelerators}
            otherwise="any"
          />
        </dl>
      </section>
    </>
  );
};

interface RowProps {
  name: string;
  items: readonly (string | undefined)[] | undefined;
  /** Where nothing is declared. */
  otherwise: string;
}

const Row = ({ name, items = [], otherwise }: RowProps) => {
  const said = items.filter((item): item is string => item !== undefined && item !== '');
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {said.length === 0 ? (
          <span class="quiet">{otherwise}</span>
        ) : (
          <bdi>
            {said
              .slice(0, itemsMax)
              .map((item) => clip(item, charsMax))
              .join(', ')}
          </bdi>
        )}
      </dd>
    </>
  );
};
