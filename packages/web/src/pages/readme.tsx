import { getReadme, getVersion } from '@patchbay/client';
import { NodeTabs } from '../components/node-tabs.tsx';
import { Readme } from '../components/readme.tsx';
import { nodeLinks } from '../node-links.ts';
import { page } from '../page.ts';
import { useHref } from '../visit.ts';

/** The readme of one version; that of the latest is on the page of the node. */
export const readmePage = page({
  path: '/n/:nodeId/v/:version/readme',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', version = '' } }) => {
    const [readme, found] = await Promise.all([
      getReadme(client, { nodeId, version }),
      getVersion(client, { nodeId, version }),
    ]);
    return {
      title: `Readme of ${found.node_id} ${found.version}`,
      isIndexed: false,
      body: <ReadmeOf version={found} readme={readme} />,
    };
  },
});

const ReadmeOf = ({ version: found, readme }: Parameters<typeof Readme>[0]) => {
  const { node_id: nodeId, version } = found;
  const href = useHref();
  const links = nodeLinks(nodeId);
  return (
    <>
      <div class="stack">
        <p>
          <a href={href(links.versions)}>Versions of {nodeId}</a>
        </p>
        <h1>
          {nodeId} {version}
        </h1>
      </div>
      <NodeTabs nodeId={nodeId} latest={version} current="versions" />
      <section aria-labelledby="readme">
        <h2 id="readme">Readme</h2>
        {readme.parts.length === 0 ? (
          <p class="quiet">This version has no readme.</p>
        ) : (
          <Readme readme={readme} version={found} />
        )}
      </section>
    </>
  );
};
