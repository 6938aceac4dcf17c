import { limits } from '@patchbay/contract/limits';
import { type UsedAppNodes, type WorkflowFault, readWorkflow as read } from '@patchbay/contract/workflow';
import { formatCount } from '../format.ts';
import { type DrawnMax, bounds } from './bounds.ts';
import type { Drawing } from './drawing.ts';
import { layOutPrompt } from './lay-out-prompt.ts';
import { readGraphs } from './read-graph.ts';

/** What a workflow uses, and how it looks. */
export interface WorkflowFile {
  used: UsedAppNodes;
  drawings: readonly Drawing[];
}

export const tooLarge = `This file is too large: a workflow has at most ${bounds.charsMax / 1024 ** 2} MiB. Use “patchbay resolve workflow.json” for larger ones.`;

const faults: Readonly<Record<WorkflowFault, string>> = {
  'no-json': 'This is not JSON. Save the workflow in the editor, and choose that file.',
  'no-workflow':
    'This is not a workflow of the host: it was neither saved in its editor nor written for its API.',
  'too-many-parts': `This file has over ${formatCount(bounds.partsMax)} lists and objects.`,
  'too-many-names': `This workflow names over ${formatCount(limits.workflowNamesMax)} app-nodes.`,
};

/** Reads a workflow's file, or its text, to draw so much of it, or says what is wrong with it. */
export const readWorkflow = (
  source: string | Uint8Array,
  max: DrawnMax,
): WorkflowFile | { fault: string } => {
  if (source.length > bounds.charsMax) return { fault: tooLarge };
  const workflow = read(source, { partsMax: bounds.partsMax, namesMax: limits.workflowNamesMax });
  if ('fault' in workflow) return { fault: faults[workflow.fault] };
  const { file, used } = workflow;
  const isGraph = Array.isArray(file['nodes']);
  return { used, drawings: isGraph ? readGraphs(file, max) : [layOutPrompt(file, max)] };
};
