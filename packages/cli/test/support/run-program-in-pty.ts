import { stripVTControlCharacters } from 'node:util';
import { type ProcessOptions, follow } from './start-process.ts';

export interface Screen {
  readonly code: number;
  /** Everything that the terminal was sent, without its control sequences. */
  readonly text: string;
  /** With them. */
  readonly raw: string;
}

/** What is typed once the screen shows the text that it answers. An array holds the keys themselves, without Enter. */
export type Typing = readonly (readonly [shown: string, typed: string | readonly string[]])[];

/** A program in a process of its own, at a terminal that `script` of util-linux makes. */
export const runProgramInPty = async (
  program: readonly string[],
  options: ProcessOptions,
  typing: Typing = [],
): Promise<Screen> => {
  // A new terminal has no columns to write in.
  const command = `stty cols 100 rows 40; exec ${program.map(quote).join(' ')}`;
  const env = { SHELL: '/bin/sh', TERM: 'xterm', ...options.env };
  const { child, ended, output } = follow('script', ['-qec', command, '/dev/null'], { ...options, env });
  const left = [...typing];
  let seen = 0;
  child.stdout.on('data', () => {
    const screen = stripVTControlCharacters(output().stdout);
    const [shown, typed] = left[0] ?? [];
    if (shown === undefined || typed === undefined || !screen.slice(seen).includes(shown)) return;
    left.shift();
    seen = screen.length;
    child.stdin.write(typeof typed === 'string' ? `${typed}\r` : typed.join(''));
  });
  const { code, stdout } = await ended;
  child.stdin.end();
  return { code, text: stripVTControlCharacters(stdout), raw: stdout };
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
