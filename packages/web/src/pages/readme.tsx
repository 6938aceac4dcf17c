import { getNode, getReadme, getVersion } from '@patchbay/client';
import { NodeCrumbs } from '../components/node-crumbs.tsx';
import { NodeTabs } from '../components/node-tabs.tsx';
import { Readme } from '../components/readme.tsx';
import { page } from '../page.ts';

/** The readme of one version; that of the latest is on the page of the node. */
export const readmePage = page({
  path: '/n/:nodeId/v/:version/readme',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', version = '' } }) => {
    const [{ repository }, readme, found] = await Promise.all([
      getNode(client, { nodeId }),
      getReadme(client, { nodeId, version }),
      getVersion(client, { nodeId, version }),
    ]);
    return {
      title: `Readme of ${found.node_id} ${found.version}`,
      isIndexed: false,
      body: <ReadmeOf version={found} readme={readme} repository={repository} />,
    };
  },
});

const ReadmeOf = ({ version: found, readme, repository }: Parameters<typeof Readme>[0]) => {
  const { node_id: nodeId, version } = found;
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={nodeId} />
        <h1>
          {nodeId} {version}
        </h1>
      </header>
      <NodeTabs nodeId={nodeId} latest={version} current="versions" />
      <section aria-labelledby="readme">
        <h2 id="readme">Readme</h2>
        {readme.parts.length === 0 ? (
          <p class="quiet">This version has no readme.</p>
        ) : (
          <Readme readme={readme} version={found} repository={repository} />
        )}
      </section>
    </>
  );
};
