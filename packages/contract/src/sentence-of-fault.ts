import { formatSentence, patternSentence } from './text-rules.ts';

/** A fault as validators of JSON Schema report it. */
interface Fault {
  readonly keyword: string;
  readonly params: object;
  readonly message?: string | undefined;
}

/** What is wrong with a value, as the end of a sentence that its path begins. */
export const sentenceOfFault = ({ keyword, params, message }: Fault): string | undefined =>
  sentences[keyword]?.(params as FaultParams) ?? message;

interface FaultParams {
  /** Absent from a fault of ours, which has its own message. */
  type?: string | readonly string[];
  limit: number;
  pattern: string;
  format: string;
  allowedValues: readonly (string | null)[];
}

/** For keywords whose built-in message would not help a caller. */
const sentences: Readonly<Record<string, (params: FaultParams) => string | undefined>> = {
  required: () => 'is required',
  type: ({ type }) =>
    type === undefined
      ? undefined
      : `must be ${[type]
          .flat()
          .map((name) => types[name] ?? name)
          .join(' or ')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`),
  maxLength: ({ limit }) => `must be at most ${limit} characters long`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must be a list of at least ${limit}`),
  maxItems: ({ limit }) => `must be a list of at most ${limit}`,
  uniqueItems: () => 'must not have the same item twice',
  maxProperties: ({ limit }) => `must have at most ${limit} keys`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  pattern: ({ pattern }) => patternSentence(pattern),
  format: ({ format }) => formatSentence(format),
  enum: ({ allowedValues }) => `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`,
};

/** The types of JSON with their articles. */
const types: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};
