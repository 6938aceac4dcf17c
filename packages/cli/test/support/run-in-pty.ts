import { stripVTControlCharacters } from 'node:util';
import { type ProcessOptions, cliEntry, follow } from './start-process.ts';

export interface Screen {
  readonly code: number;
  /** Everything that the terminal was sent, without its control sequences. */
  readonly text: string;
  /** With them. */
  readonly raw: string;
}

/**
 * The real command in a process of its own, at a terminal that `script` of util-linux makes. Each line is typed once the
 * screen shows the text that it answers.
 */
export const runInPty = async (
  args: readonly string[],
  options: ProcessOptions,
  typing: readonly (readonly [shown: string, typed: string])[] = [],
): Promise<Screen> => {
  // A new terminal has no columns to write in.
  const command = `stty cols 100 rows 40; exec ${[process.execPath, cliEntry, ...args].map(quote).join(' ')}`;
  const env = { SHELL: '/bin/sh', TERM: 'xterm', ...options.env };
  const { child, ended, output } = follow('script', ['-qec', command, '/dev/null'], { ...options, env });
  const left = [...typing];
  let seen = 0;
  child.stdout.on('data', () => {
    const screen = stripVTControlCharacters(output().stdout);
    const [shown, typed] = left[0] ?? [];
    if (shown === undefined || !screen.slice(seen).includes(shown)) return;
    left.shift();
    seen = screen.length;
    child.stdin.write(`${typed}\r`);
  });
  const { code, stdout } = await ended;
  child.stdin.end();
  return { code, text: stripVTControlCharacters(stdout), raw: stdout };
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
