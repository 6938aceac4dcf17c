import { decodeUnicode } from './decode-unicode.ts';
import type { Fields } from './fields.ts';
import { type Origin, type UsedAppNodes, findAppNodes, ofHost } from './find-app-nodes.ts';
import { hasMoreParts, parseWorkflow } from './parse-workflow.ts';

export interface WorkflowBounds {
  /** Lists and objects of the file. */
  partsMax: number;
  /** Names of app-nodes. */
  namesMax: number;
}

/** What keeps a file from being read, besides its size. */
export type WorkflowFault = 'no-json' | 'no-workflow' | 'too-many-parts' | 'too-many-names';

/** A workflow that a request, a file or a picture holds, and the app-nodes that it uses. */
export interface Workflow {
  file: Fields;
  used: UsedAppNodes;
}

/** Reads a workflow in any form that the host and its tools write. The caller bounds its length. */
export const readWorkflow = (
  source: string | Uint8Array,
  { partsMax, namesMax }: WorkflowBounds,
): Workflow | { fault: WorkflowFault } => {
  const text = typeof source === 'string' ? source : decodeUnicode(source);
  if (hasMoreParts(text, partsMax)) return { fault: 'too-many-parts' };
  const file = parseWorkflow(text, partsMax);
  if (file === undefined) return { fault: 'no-json' };
  const used = findAppNodes(file);
  if (used === undefined) return { fault: 'no-workflow' };
  return used.size > namesMax ? { fault: 'too-many-names' } : { file: file as Fields, used };
};

/**
 * A workflow that needs the same nodes, and has nothing else: no texts, pictures and settings of its author. It is what
 * the registry has to be sent.
 */
export const summarizeWorkflow = (used: UsedAppNodes): object => ({
  nodes: Array.from(used, ([type, { origin, isBuiltIn }]) => ({
    type,
    ...(isBuiltIn && { properties: { cnr_id: ofHost } }),
    ...(!isBuiltIn && origin !== undefined && { properties: propertiesOf(origin) }),
  })),
});

const propertiesOf = ({ id, repository, version }: Origin) => ({
  ...(id !== undefined && { cnr_id: id }),
  ...(repository !== undefined && { aux_id: repository }),
  ...(version !== undefined && { ver: version }),
});
