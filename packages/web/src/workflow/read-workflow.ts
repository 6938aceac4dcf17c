import { type UsedAppNode, findAppNodes, parseWorkflow } from '@patchbay/client';
import { formatCount } from '../format.ts';
import { type DrawnMax, bounds } from './bounds.ts';
import type { Drawing } from './drawing.ts';
import { fieldsOf } from './fields.ts';
import { layOutPrompt } from './lay-out-prompt.ts';
import { readGraphs } from './read-graph.ts';

/** What a workflow uses, and how it looks. */
export interface WorkflowFile {
  used: ReadonlyMap<string, UsedAppNode>;
  drawings: readonly Drawing[];
}

export const tooLarge = `This file is too large: a workflow has at most ${bounds.charsMax / 1024 ** 2} MiB. Use “patchbay resolve workflow.json” for larger ones.`;

/** Reads the text of a workflow's file, to draw so much of it, or says what is wrong with it. */
export const readWorkflow = (text: string, max: DrawnMax): WorkflowFile | { fault: string } => {
  if (text.length > bounds.charsMax) return { fault: tooLarge };
  const file = parseWorkflow(text);
  if (file === undefined) {
    return { fault: 'This is not JSON. Save the workflow in the editor, and choose that file.' };
  }
  const used = findAppNodes(file);
  if (used === undefined) {
    return { fault: 'This is no workflow of the host, neither of its editor nor for its interface.' };
  }
  if (used.size > bounds.namesMax) {
    return { fault: `This workflow names over ${formatCount(bounds.namesMax)} app-nodes.` };
  }
  const fields = fieldsOf(file);
  const isGraph = Array.isArray(fields['nodes']);
  return { used, drawings: isGraph ? readGraphs(fields, max) : [layOutPrompt(fields, max)] };
};
