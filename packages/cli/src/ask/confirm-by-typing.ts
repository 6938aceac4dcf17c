import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';

/** Has somebody type the name of what they lose, unless --yes was given. */
export const confirmByTyping = async (call: Call, isConfirmed: boolean, name: string): Promise<void> => {
  if (isConfirmed) return;
  const typed = await call.ask('--yes', (prompts) => prompts.text(`Type ${name} to delete it`));
  if (typed !== name) {
    throw new CliError('cancelled', `"${typed}" is not "${name}". Nothing was changed.`);
  }
};
