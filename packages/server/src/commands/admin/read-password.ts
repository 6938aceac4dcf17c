import { readAs } from '../../config.ts';

/** More than any password. Input without a line feed is read only up to this size. */
const charsMax = 1_000;

/** The password in this variable, or else the first line of standard input. Throws ConfigError if it is not valid. */
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
