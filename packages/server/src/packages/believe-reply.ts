import type { Extraction, ListedFile, Objection, PackageContents, Verdict } from '@patchbay/inspect';
import { ARCHIVE_RULES, RULES, RULESET_VERSION } from '@patchbay/inspect/facts';
import { AppNodeName, ReadmePart, ReadmePicture, limits } from '@patchbay/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import { BadReplyError } from './bad-reply-error.ts';
import { ReadFailedError } from './package-reader.ts';
import type { RawReply } from './reply-reader.ts';
import type { TaskName } from './task.ts';

const ajv = new Ajv({ strict: false });
ajv.addKeyword({
  keyword: 'jsonBytesMax',
  validate: (max: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= max,
});

const text = (maxLength: number) => ({ type: 'string', maxLength });
const integer = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const list = (items: object, maxItems: number) => ({ type: 'array', items, maxItems });
const object = (
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

const line = text(2_000);
const finding = object(
  {
    rule: { enum: Object.keys(RULES) },
    severity: { enum: ['error', 'warning'] },
    shadow: flag,
    file: line,
    means: line,
    fix: line,
  },
  { line: integer, excerpt: text(200) },
);
const definition = text(limits.appNodeBytesMax);
const readmePart = {
  ...ReadmePart,
  properties: { ...ReadmePart.properties, picture: { ...ReadmePicture, additionalProperties: false } },
  additionalProperties: false,
};
const readme = {
  ...object({ file: line, parts: list(readmePart, limits.readmeBytesMax) }, { is_cut: flag }),
  jsonBytesMax: limits.readmeBytesMax,
};

const rules = ['metadata', ...Object.keys(ARCHIVE_RULES)];

/** What a reader may answer, by task: it read hostile bytes, so its word is taken for nothing else. */
const schemas = {
  inspect: {
    anyOf: [
      { type: 'null' },
      object({ kind: { const: 'invalid' }, rule: { enum: rules }, message: line }, { entry: line }),
      object({ kind: { const: 'mismatch' }, mismatches: list(line, 10) }),
    ],
  },
  check: object({
    outcome: { enum: ['passed', 'found', 'could-not-check'] },
    findings: list(finding, 300),
    rulesetVersion: { const: RULESET_VERSION },
  }),
  extract: object(
    {
      status: { enum: ['success', 'failed', 'unsupported'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      problems: list(object({ file: line, line: integer, message: line }), limits.problemsMax),
      areAll: flag,
    },
    { readme },
  ),
} as const;

const appNode = object(
  { app_node_name: AppNodeName, policy: { const: 'AppNodePolicyActive' } },
  {
    ...Object.fromEntries(
      [
        'category',
        'description',
        'display_name',
        'function',
        'input_types',
        'return_names',
        'return_types',
      ].map((key) => [key, definition]),
    ),
    ...Object.fromEntries(
      ['deprecated', 'experimental', 'input_is_list', 'output_node'].map((key) => [key, flag]),
    ),
    output_is_list: list(flag, limits.appNodeBytesMax),
    output_tooltips: list(definition, limits.appNodeBytesMax),
    search_aliases: list(definition, limits.appNodeBytesMax),
  },
);

const size = { ...integer, maximum: Number.MAX_SAFE_INTEGER };
const file = {
  type: 'array',
  items: [
    { ...text(1_024), pattern: '^[^/\\\\\\u0000-\\u001f][^\\\\\\u0000-\\u001f]*$' },
    size,
    size,
    size,
    { enum: [0, 8] },
    { type: 'string', pattern: '^[\\w-]{43}$' },
  ],
  minItems: 6,
  maxItems: 6,
};

interface Values {
  inspect: Objection | null;
  check: Verdict;
  extract: Omit<PackageContents, 'appNodes' | 'files'>;
}

const isValue: { readonly [Name in TaskName]: ValidateFunction<Values[Name]> } = {
  inspect: ajv.compile<Values['inspect']>(schemas.inspect),
  check: ajv.compile<Values['check']>(schemas.check),
  extract: ajv.compile<Values['extract']>(schemas.extract),
};
const isAppNode = ajv.compile<Extraction['appNodes'][number]>(appNode);
const isFile = ajv.compile<ListedFile>(file);

/** The value of a reply to the task. Throws a ReadFailedError if the task threw, a BadReplyError if it is none. */
export const readValue = <Name extends TaskName>(name: Name, { last }: RawReply): Values[Name] => {
  if ('error' in last) throw new ReadFailedError(last.error);
  const validate: ValidateFunction<Values[Name]> = isValue[name];
  if (!validate(last.value)) throw new BadReplyError(`its value is none of ${name}`);
  return last.value;
};

/** The verdict of a reply. What its findings mean is said by the rules, not by the reader. */
export const readVerdict = (reply: RawReply): Verdict => {
  const { findings, ...verdict } = readValue('check', reply);
  return {
    ...verdict,
    findings: findings.map((found) => {
      const { severity, shadow, means, fix } = RULES[found.rule];
      return { ...found, severity, shadow, means, fix };
    }),
  };
};

/** The app-nodes that a reply brought. Throws a BadReplyError if a part of it is none, or if they are too many. */
export const readAppNodes = (reply: RawReply): Extraction['appNodes'] =>
  readParts(reply, 'appNodes', limits.appNodesMax, isAppNode);

/** As `readAppNodes`, the files, which are in order and no more than are kept. */
export const readFiles = (reply: RawReply): ListedFile[] => {
  const files = readParts(reply, 'files', limits.packageFilesMax, isFile);
  const isInOrder = files.every(([path], index) => path > (files[index - 1]?.[0] ?? ''));
  if (!isInOrder) throw new BadReplyError('its files are in no order');
  if (Buffer.byteLength(JSON.stringify(files)) > limits.packageFilesBytesMax + 1)
    throw new BadReplyError('its files take too much');
  return files;
};

const readParts = <Part>(
  { parts }: RawReply,
  of: string,
  max: number,
  isPart: (value: unknown) => value is Part,
): Part[] => {
  const found = parts.filter((part) => part.of === of);
  if (found.length > max) throw new BadReplyError(`it has too many ${of}`);
  return found.map(({ part }) => {
    if (!isPart(part)) throw new BadReplyError(`a part of it is none of its ${of}`);
    return part;
  });
};
