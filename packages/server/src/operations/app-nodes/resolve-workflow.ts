import { type Endpoints, type ResolvedWorkflow, limits } from '@patchbay/contract';
import { type WorkflowFault, readWorkflow } from '@patchbay/contract/workflow';
import { invalidValue } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import { presentCandidate } from '../../present/candidate.ts';
import { findNeededNodes, chooseVersions } from '../../search/workflow-nodes.ts';

const refusals: Readonly<Record<WorkflowFault, readonly [message: string, fault: string]>> = {
  'no-json': ['The body is not JSON. Send the file of a workflow as the host saved it.', 'must be JSON'],
  'no-workflow': [
    'The body is no workflow of the host. Send the graph of its editor, or the prompt of its interface.',
    'must be a workflow',
  ],
  'too-many-parts': [
    `The body has more than ${limits.bodyContainersMax} lists and objects. Send less in one request.`,
    `must hold at most ${limits.bodyContainersMax} lists and objects in all`,
  ],
  'too-many-names': [
    `The workflow names more than ${limits.workflowNamesMax} app-nodes. Split it into several workflows.`,
    `must name at most ${limits.workflowNamesMax} app-nodes`,
  ],
};

/** What a workflow needs: nodes that it names before others that provide its app-nodes. */
export const resolveWorkflow: Operation<Endpoints['resolveWorkflow']> = async (
  { profile, store },
  { body = '' },
): Promise<ResolvedWorkflow> => {
  const workflow = readWorkflow(body, {
    partsMax: limits.bodyContainersMax,
    namesMax: limits.workflowNamesMax,
  });
  if ('fault' in workflow) {
    const [text, message] = refusals[workflow.fault];
    throw invalidValue('', text, message);
  }
  const { needed, builtIn, unknown, missing } = await findNeededNodes(store, profile, workflow.used);
  const versioned = await chooseVersions(store, needed);
  const nodes = versioned.map(({ node, chosen, version, names }) => ({
    node: presentCandidate(node),
    ...chosen,
    ...(version !== undefined && { named_version: version }),
    names: names.map(({ candidates, ...one }) => ({ ...one, candidates: candidates.map(presentCandidate) })),
  }));
  const isGuess =
    unknown.length > 0 || nodes.some(({ names }) => names.some(({ reason }) => reason !== 'workflow'));
  return {
    nodes,
    built_in: builtIn,
    unknown,
    missing,
    may_use_host: profile.builtInAppNodes.length === 0 && isGuess,
  };
};
