import { open } from 'node:fs/promises';
import { type UsedAppNode, findAppNodes } from '@patchbay/client';
import { CliError } from '../errors.ts';
import { bounds } from '../install/bounds.ts';

/** The app-nodes that a workflow's file uses, by name. */
export const readWorkflow = async (
  path: string,
  shown: string,
): Promise<ReadonlyMap<string, UsedAppNode>> => {
  const refuse = (fault: string): CliError => new CliError('invalid_workflow', `${shown} ${fault}.`);
  await using file = await open(path, 'r').catch((cause: unknown) => {
    throw new CliError('invalid_workflow', `${shown} cannot be read.`, { cause });
  });
  const { size } = await file.stat();
  if (size > bounds.workflowBytesMax) throw refuse(`has over ${bounds.workflowBytesMax} bytes`);
  const text = await file.readFile('utf8');
  const used = findAppNodes(parse(text));
  if (used === undefined)
    throw refuse('is no workflow of the host, neither of its editor nor for its interface');
  if (used.size > bounds.workflowNamesMax) throw refuse(`names over ${bounds.workflowNamesMax} app-nodes`);
  return used;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
