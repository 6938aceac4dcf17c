import { ArgumentScannerError, formatMessageForArgumentScannerError } from '@stricli/core';
import { OperatorError } from '../operator-error.ts';

/** What is wrong with the arguments, as a sentence. Values are not repeated: one may be a password. */
export const explainArguments = (error: unknown): string => {
  if (!(error instanceof ArgumentScannerError)) return String(error);
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input }) => `Unknown option --${input}.`,
    AliasNotFoundError: ({ input }) => `Unknown option -${input}.`,
    InvalidNegatedFlagSyntaxError: ({ externalFlagName }) => `--${externalFlagName} takes no value.`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `--${externalFlagName} needs a value.`,
    UnsatisfiedPositionalError: ({ placeholder }) => `<${placeholder}> is missing.`,
    UnexpectedPositionalError: ({ expectedCount }) =>
      expectedCount === 0 ? 'It takes options only.' : 'There are too many arguments.',
    UnexpectedFlagError: ({ externalFlagName }) => `--${externalFlagName} is given twice.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
      `${name} ${exception instanceof OperatorError ? exception.message : 'is invalid'}.`,
  });
};
