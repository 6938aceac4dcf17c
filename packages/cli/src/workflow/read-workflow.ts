import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  type UsedAppNode,
  decodeWorkflow,
  findAppNodes,
  parseWorkflow,
  workflowNamesMax,
} from '@patchbay/client';
import { CliError } from '../errors.ts';
import { bounds } from '../install/bounds.ts';

/** The app-nodes that a workflow's file uses, by name. */
export const readWorkflow = async (
  path: string,
  shown: string,
): Promise<ReadonlyMap<string, UsedAppNode>> => {
  const refuse = (fault: string, options: { next?: string; cause?: unknown } = {}): CliError =>
    new CliError('invalid_workflow', `${shown} ${fault}.`, options);
  const bytes = await readBytes(path).catch((cause: unknown) => {
    throw refuse('cannot be read', { cause, next: 'Name a file that exists and that you may read.' });
  });
  const excess = excessOf(bytes);
  if (excess !== undefined) {
    throw refuse(`has over ${excess}`, {
      next: 'Remove what is embedded in it, such as pictures, or split it into several workflows.',
    });
  }
  const used = findAppNodes(parseWorkflow(decodeWorkflow(bytes)));
  if (used === undefined)
    throw refuse('is no workflow of the host, neither of its editor nor for its interface');
  if (used.size > workflowNamesMax) {
    throw refuse(`names over ${workflowNamesMax} app-nodes`, { next: 'Split it into several workflows.' });
  }
  return used;
};

/** Up to a byte more than there may be, because a pipe or a device does not say how much it has. */
const readBytes = async (path: string): Promise<Buffer> => {
  await using file = await open(path, 'r');
  return await buffer(file.createReadStream({ end: bounds.workflowBytesMax, autoClose: false }));
};

/** What it has too much of. Brackets in texts count as well, because there are few. */
const excessOf = (bytes: Buffer): string | undefined => {
  if (bytes.length > bounds.workflowBytesMax) return `${bounds.workflowBytesMax} bytes`;
  let parts = 0;
  for (const byte of bytes) if (byte === openingBracket || byte === openingBrace) parts += 1;
  return parts > bounds.workflowPartsMax ? `${bounds.workflowPartsMax} lists and objects` : undefined;
};

const [openingBracket, openingBrace] = Buffer.from('[{');
