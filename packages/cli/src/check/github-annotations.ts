import type { CliError } from '../errors.ts';
import type { Note } from './notes.ts';

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A line for each note, which GitHub shows beside the code: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export const githubAnnotations = (notes: readonly Note[]): string[] =>
  notes.map(({ level, rule, message, remark, fix, file, line }) => {
    const properties = {
      file,
      ...(line !== undefined && { line: String(line) }),
      title: `patchbay: ${rule}`,
    };
    const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`);
    return `::${level} ${list.join(',')}::${escaped([message, remark, fix].filter(Boolean).join(' '))}`;
  });

/** A line for an error that ended a command, and one for each of its details. */
export const githubFailure = ({ code, message, details = [], next }: CliError): string[] => {
  const title = `title=${escapedProperty(`patchbay: ${code}`)}`;
  const lines = [
    [message, next].filter(Boolean).join(' '),
    ...details.map((one) => `${one.path}: ${one.message}`),
  ];
  return lines.map((line) => `::error ${title}::${escaped(line)}`);
};
