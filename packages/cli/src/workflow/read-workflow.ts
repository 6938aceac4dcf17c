import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { limits } from '@patchbay/contract/limits';
import { type UsedAppNodes, type WorkflowFault, readWorkflow as read } from '@patchbay/contract/workflow';
import { CliError } from '../errors.ts';
import { bounds } from '../install/bounds.ts';

const remove = 'Remove what is embedded in it, such as pictures, or split it into several workflows.';

const faults: Readonly<Record<WorkflowFault, readonly [fault: string, next?: string]>> = {
  'no-json': ['is no workflow of the host, because it is not JSON'],
  'no-workflow': ['is no workflow of the host, neither of its editor nor for its interface'],
  'too-many-parts': [`has over ${bounds.workflowPartsMax} lists and objects`, remove],
  'too-many-names': [`names over ${limits.workflowNamesMax} app-nodes`, 'Split it into several workflows.'],
};

/** The app-nodes that a workflow's file uses, by name. */
export const readWorkflow = async (path: string, shown: string): Promise<UsedAppNodes> => {
  const refuse = (fault: string, options: { next?: string; cause?: unknown } = {}): CliError =>
    new CliError('invalid_workflow', `${shown} ${fault}.`, options);
  const bytes = await readBytes(path).catch((cause: unknown) => {
    throw refuse('cannot be read', { cause, next: 'Name a file that exists and that you may read.' });
  });
  if (bytes.length > bounds.workflowBytesMax)
    throw refuse(`has over ${bounds.workflowBytesMax} bytes`, { next: remove });
  const workflow = read(bytes, { partsMax: bounds.workflowPartsMax, namesMax: limits.workflowNamesMax });
  if (!('fault' in workflow)) return workflow.used;
  const [fault, next] = faults[workflow.fault];
  throw refuse(fault, next === undefined ? {} : { next });
};

/** Up to a byte more than there may be, because a pipe or a device does not say how much it has. */
const readBytes = async (path: string): Promise<Buffer> => {
  await using file = await open(path, 'r');
  return await buffer(file.createReadStream({ end: bounds.workflowBytesMax, autoClose: false }));
};
