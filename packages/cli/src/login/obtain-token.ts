import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { readFirstLine } from './read-first-line.ts';

/** The token to sign in with: of standard input, of the environment, or of somebody at the terminal. */
export const obtainToken = async (call: Call, isOnStdin: boolean): Promise<string> => {
  const { env, stdin } = call.context;
  if (isOnStdin) return checked(await readFirstLine(stdin), 'The first line of standard input');
  const ofEnvironment = env['PATCHBAY_TOKEN'];
  if (ofEnvironment) return checked(ofEnvironment, 'PATCHBAY_TOKEN');
  return checked(await call.ask('--token-stdin', (prompts) => prompts.secret('Token')), 'The answer');
};

/** A header can hold no other characters. */
const tokenPattern = /^[\u0021-\u007e]{1,4096}$/;

/** Throws without repeating what may be a secret. */
const checked = (text: string, source: string): string => {
  if (tokenPattern.test(text)) return text;
  throw new CliError('usage', `${source} is no token.`, {
    next: 'A token is one word. Create one with `patchbay token create`.',
  });
};
