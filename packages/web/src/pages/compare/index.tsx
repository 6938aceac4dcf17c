import { type Client, type NodeVersion, getNode, getVersion } from '@patchbay/client';
import {
  compareAppNodes,
  compareMetadata,
  compareRequirements,
  isBreaking,
} from '@patchbay/contract/compare';
import { type View, page } from '../../page.ts';
import { Comparison } from './comparison.tsx';
import { parsePair } from '../../parse-pair.ts';
import { readAppNodes } from './read-app-nodes.ts';
import { withinRoom } from './within-room.ts';
import { nameOf } from '../../name-of.ts';

/** What changed between two versions of a node, and what that does to saved workflows. */
export const comparePage = page({
  path: '/n/:nodeId/compare/:pair',
  audience: 'anyone',
  changesWith: 'node',
  show: async ({ client, params: { nodeId = '', pair = '' } }) => {
    const parsed = parsePair(pair);
    if (parsed === undefined)
      return refusal('Write two versions with three dots between them: 1.0.0...1.1.0');
    const [node, from, to] = await Promise.all([
      getNode(client, { nodeId }),
      getVersion(client, { nodeId, version: parsed.from }),
      getVersion(client, { nodeId, version: parsed.to }),
    ]);
    const deleted = [from, to].find(({ status }) => status === 'NodeVersionStatusDeleted');
    if (deleted !== undefined) return refusal(`Version ${deleted.version} is deleted. Compare two others.`);
    const { id } = node;
    const shown = nameOf(node);
    return {
      title: `${shown} ${from.version} and ${to.version}`,
      description: `What changed in ${shown} from ${from.version} to ${to.version}.`,
      isIndexed: false,
      body: <Comparison nodeId={id} name={shown} {...await compare(client, id, from, to)} />,
    };
  },
});

const refusal = (message: string): View => ({
  status: 404,
  title: 'Nothing to compare',
  isIndexed: false,
  body: (
    <section class="notice">
      <h1>Nothing to compare</h1>
      <p>
        <bdi>{message}</bdi>
      </p>
    </section>
  ),
});

const compare = async (client: Client, nodeId: string, from: NodeVersion, to: NodeVersion) => {
  const [before, after] = [await readAppNodes(client, nodeId, from), await readAppNodes(client, nodeId, to)];
  const unknown = [...(before ? [] : [from.version]), ...(after ? [] : [to.version])];
  const bounded = before && after && withinRoom(before, after);
  const appNodes = bounded ? compareAppNodes(bounded.before, bounded.after) : [];
  return {
    from: from.version,
    to: to.version,
    metadata: compareMetadata({ ...from }, { ...to }),
    requirements: compareRequirements(from.dependencies, to.dependencies),
    // What breaks workflows comes first, since it must not be among what is left out.
    appNodes: appNodes.toSorted((one, other) => Number(isBreaking(other)) - Number(isBreaking(one))),
    unknown,
    skipped: bounded?.skipped ?? 0,
  };
};
