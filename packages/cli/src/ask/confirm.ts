import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';

/** Asks a question of yes and no, unless --yes was given. Throws `cancelled` after a no. */
export const confirm = async (call: Call, isConfirmed: boolean, question: string): Promise<void> => {
  if (isConfirmed || (await call.ask('--yes', (prompts) => prompts.confirm(question)))) return;
  throw new CliError('cancelled', 'Nothing was changed.');
};
