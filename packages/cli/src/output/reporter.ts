import type { Context } from '../context.ts';
import type { CliError } from '../errors.ts';
import { inkFor } from './ink.ts';
import { escaped, printable } from './printable.ts';
import { schemaName } from './schema-name.ts';

export interface Reporter {
  /**
   * Something happened before the end. `line` is what people read; without it they see nothing. A line that `passes`
   * is shown in a terminal only, and the next one takes its place.
   */
  readonly event: (
    type: string,
    data: object,
    line?: string,
    options?: { readonly passes?: boolean },
  ) => void;
  /** The end: the data, and its text for people. */
  readonly result: (data: unknown, text: string, isOk: boolean) => void;
  /** The end, if it is an error. */
  readonly failure: (error: CliError) => void;
}

interface ReporterOptions {
  readonly json?: boolean;
  /** Whether people see no progress. */
  readonly quiet?: boolean;
  /** Whether they see the causes of an error. */
  readonly verbose?: boolean;
}

/** Writes what one run of a command has to say, for people or as lines of JSON. */
export const makeReporter = (
  context: Context,
  command: readonly string[],
  { json = false, ...options }: ReporterOptions = {},
): Reporter => (json ? jsonReporter(context, command) : textReporter(context, options));

const jsonReporter = ({ stdout }: Context, command: readonly string[]): Reporter => {
  const schema = schemaName(command);
  const write = (line: object): void =>
    void stdout.write(`${escaped(JSON.stringify({ schema, ...line }))}\n`);
  return {
    event: (type, data) => write({ type, ok: true, data }),
    result: (data, _text, isOk) => write({ type: 'result', ok: isOk, data }),
    failure(error) {
      const { code, message, next, details, requestId } = error;
      write({
        type: 'result',
        ok: false,
        error: {
          code,
          message,
          ...(next !== undefined && { next }),
          ...(details !== undefined && details.length > 0 && { details }),
          ...(requestId !== undefined && { request_id: requestId }),
        },
      });
    },
  };
};

/** Back to the start of the line, and clear it. */
const clearLine = '\r\u001b[K';

const textReporter = (context: Context, { quiet = false, verbose = false }: ReporterOptions): Reporter => {
  const { stdout, stderr } = context;
  let isPassing = false;
  const writeLine = (line: string, passes = false): void => {
    if (passes && !stderr.isTerminal) return;
    const ending = passes ? '' : '\n';
    stderr.write(`${isPassing ? clearLine : ''}${line}${ending}`);
    isPassing = passes;
  };
  const end = (): void => {
    if (isPassing) stderr.write(clearLine);
    isPassing = false;
  };
  return {
    event(_type, _data, line, { passes = false } = {}) {
      if (line !== undefined && !quiet) writeLine(printable(line), passes);
    },
    result(_data, text) {
      end();
      if (text !== '') stdout.write(`${text}\n`);
    },
    failure(error) {
      end();
      const { code, next, details = [], requestId } = error;
      const ink = inkFor(context, stderr);
      const lines = [
        `${ink.red('Error:')} ${printable(error.message)}`,
        ...printable(details)
          .filter(({ message }) => !error.message.includes(message))
          .map(({ path, message }) => `  ${path}: ${message}`),
        ...(next === undefined ? [] : [printable(next)]),
        ...(verbose ? printable(causesOf(error)) : []),
        ...(requestId === undefined ? [] : [ink.dim(`Code ${code}, request ${printable(requestId)}`)]),
      ];
      stderr.write(`${lines.join('\n')}\n`);
    },
  };
};

/** A chain of causes this long explains nothing more. */
const causesMax = 10;

/** What an error was made of, from the outermost cause to the innermost. */
const causesOf = (error: Error): string[] => {
  const causes: string[] = [];
  for (let { cause } = error; cause instanceof Error && causes.length < causesMax; { cause } = cause) {
    const { code } = cause as NodeJS.ErrnoException;
    causes.push(`Cause: ${cause.name}: ${cause.message}${typeof code === 'string' ? ` (${code})` : ''}`);
  }
  return causes;
};
