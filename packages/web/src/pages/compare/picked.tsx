import { getNode, listNodeVersions } from '@patchbay/client';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { NodeTabs } from '../../components/node-tabs.tsx';
import { VersionPicker } from '../../components/version-picker.tsx';
import { nameOf } from '../../name-of.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';

const offeredMax = 100;

/** Leads to the comparison of the two versions that a form names, and asks for them if it names none. */
export const pickedPage = page({
  path: '/n/:nodeId/compare',
  audience: 'anyone',
  changesWith: 'node',
  show: async ({ client, params: { nodeId = '' }, query }) => {
    const [from, to] = [query.get('from')?.trim() ?? '', query.get('to')?.trim() ?? ''];
    if (from !== '' && to !== '') return { redirect: nodeLinks(nodeId).compare(from, to) };
    const [node, listed] = await Promise.all([
      getNode(client, { nodeId }),
      listNodeVersions(client, { nodeId, limit: offeredMax }),
    ]);
    const versions = listed.map(({ version }) => version);
    const [latest = '', former = latest] = versions;
    return {
      title: `Compare versions of ${nameOf(node)}`,
      isIndexed: false,
      body: (
        <>
          <header class="node">
            <NodeCrumbs nodeId={node.id} name={nameOf(node)} />
            <h1>Compare two versions</h1>
          </header>
          <NodeTabs nodeId={node.id} latest={node.latest_version?.version} current="versions" />
          <VersionPicker nodeId={node.id} from={from || former} to={to || latest} versions={versions} />
        </>
      ),
    };
  },
});
