import type { Node, NodeVersion } from '@patchbay/client';
import type { Observation } from './history.ts';
import type { Answer } from './recorder.ts';
import { numberSubject } from './timeline.ts';

/** What an answer that holds a node shows of it, and of its latest version. */
export const seenNode = (node: Node): Observation[] => [
  {
    subject: `node:${node.id}`,
    status: [node.status],
    values: { description: node.description, author: node.author },
  },
  ...(node.latest_version === undefined ? [] : seenVersion(node.latest_version)),
];

/** A deleted version shows no more than that it was. */
export const seenVersion = ({
  id,
  node_id,
  version,
  status,
  changelog,
  deprecated,
}: NodeVersion): Observation[] => [
  {
    subject: `version:${id}`,
    status: [status],
    values: status === 'NodeVersionStatusDeleted' ? {} : { changelog, deprecated },
  },
  { subject: numberSubject(node_id, version), status: ['taken'], values: { id } },
];

/** What the public, and a caller who writes below a node, see of one that is deleted or never existed. */
export const seenNoNode = (nodeId: string): Observation => ({
  subject: `node:${nodeId}`,
  status: ['absent', 'NodeStatusDeleted'],
});

export const seenNoNumber = (nodeId: string, number: string): Observation => ({
  subject: numberSubject(nodeId, number),
  status: ['absent'],
});

/** Rights are of the moment: no process may honour a token that any process has revoked. */
export const seenToken = (id: string, isHonoured: boolean): Observation => ({
  subject: `token:${id}`,
  status: isHonoured ? ['live'] : ['absent', 'revoked'],
  isFresh: true,
});

/** What the answer to a read shows: the resource, or that the node or the number is not there. */
export const seenIn =
  <Body>(onSuccess: (body: Body) => Observation[], nodeId: string, number?: string) =>
  (answer: Answer<Body>): Observation[] => {
    if (answer.refusal === undefined) return onSuccess(answer.body);
    const { code } = answer.refusal;
    if (code === 'node_not_found') return [seenNoNode(nodeId)];
    if (code === 'version_not_found' && number !== undefined) return [seenNoNumber(nodeId, number)];
    return [];
  };
