import { appendFile } from 'node:fs/promises';
import type { Note } from '../check/notes.ts';
import type { Context } from '../context.ts';

/** What a step of a workflow is left with. */
export interface GithubReport {
  /** By the names that later steps read. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Markdown for the page of the run. */
  readonly summary: string;
}

/**
 * Writes outputs and a summary where GitHub Actions look for them; nowhere outside of it. Texts in them are of one line:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export const reportToGithub = async (
  { env }: Pick<Context, 'env'>,
  { outputs, summary }: GithubReport,
): Promise<void> => {
  const { GITHUB_OUTPUT: outputFile, GITHUB_STEP_SUMMARY: summaryFile } = env;
  if (outputFile) {
    const lines = Object.entries(outputs).map(([name, value]) => `${name}=${oneLine(value)}\n`);
    await appendFile(outputFile, lines.join(''));
  }
  if (summaryFile) await appendFile(summaryFile, `${summary}\n`);
};

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** A table of what was said, under what became of it. */
export const summaryOf = (notes: readonly Note[], sentence: string): string => {
  const rows = notes
    .slice(0, rowsMax)
    .map(({ level, file, line, rule, message }) =>
      [level, line === undefined ? file : `${file}:${line}`, rule, message].map(plain).join(' | '),
    );
  const left = notes.length - rows.length;
  return [
    `**${plain(sentence)}**`,
    ...(rows.length === 0 ? [] : ['', '| Level | File | Rule | Meaning |', '|---|---|---|---|']),
    ...rows.map((row) => `| ${row} |`),
    ...(left > 0 ? ['', `${left} more are in the log.`] : []),
  ].join('\n');
};

/** A page has room for a mebibyte. */
const rowsMax = 200;

/** Text in which nothing is markup. */
const plain = (text: string): string =>
  oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~&]/g, (character) => `&#${character.charCodeAt(0)};`);
