import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';

/** Asks a question of yes and no, unless --yes was given. Throws `cancelled` after a no. */
export const confirm = async (
  call: Call,
  isConfirmed: boolean,
  question: string,
  options?: { readonly initial: boolean },
): Promise<void> => {
  if (isConfirmed || (await call.ask('--yes', (prompts) => prompts.confirm(question, options)))) return;
  throw new CliError('cancelled', 'Nothing was changed.');
};
