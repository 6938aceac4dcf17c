import { readAs } from '../../config.ts';
import type { CommandContext } from '../command-context.ts';

/** More than any password. Input without a line feed is read only up to this size. */
const charsMax = 1_000;

/** The password in this variable, or else the first line of standard input. Throws ConfigError if it is not valid. */
export const readPassword = async (
  { environment, stdin, stderr }: CommandContext,
  variable: 'ADMIN_PASSWORD' | 'NEW_PASSWORD',
): Promise<string> => {
  const given = environment[variable];
  if (!given && stdin.isTTY === true) stderr.write('Password: ');
  const password = given || (await readFirstLine(stdin));
  return readAs('ADMIN_PASSWORD', 'The password', password);
};

const readFirstLine = async (stdin: CommandContext['stdin']): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > charsMax) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
};
