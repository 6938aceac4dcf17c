import { readAs } from '../../config.ts';

/** More than any password; input without a line feed is not read to its end. */
const charsMax = 1_000;

/** The password in this variable, else the first line of standard input. Throws ConfigError unless it can be used. */
export const readPassword = async (variable: 'ADMIN_PASSWORD' | 'NEW_PASSWORD'): Promise<string> => {
  const password = process.env[variable] || (await readFirstLine());
  return readAs('ADMIN_PASSWORD', 'The password', password);
};

const readFirstLine = async (): Promise<string> => {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > charsMax) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
};
