import type { ListedFile, PackageReading, SoundPackage } from '@patchbay/inspect';
import { ARCHIVE_RULES, RULES, RULESET_VERSION } from '@patchbay/inspect/facts';
import { AppNodeName, ReadmePart, ReadmePicture, limits } from '@patchbay/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import { BadReplyError, ReadFailedError } from './reading.ts';
import type { RawReply } from './reply-reader.ts';

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
  { line: integer, imported: { const: false }, excerpt: text(200) },
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

/** What a reader may answer: it read hostile bytes, so its word is taken for nothing else. */
const fault = {
  anyOf: [
    object({ kind: { const: 'invalid' }, rule: { enum: rules }, message: line }, { entry: line }),
    object({ kind: { const: 'mismatch' }, mismatches: list(line, 10) }),
  ],
};
const verdict = object({
  outcome: { enum: ['passed', 'found', 'could-not-check'] },
  findings: list(finding, 300),
  rulesetVersion: { const: RULESET_VERSION },
});
const reading = {
  anyOf: [
    object({ fault }),
    object(
      {
        verdict,
        status: { enum: ['success', 'failed', 'unsupported'] },
        confidence: { type: 'number', minimum: 0, maximum: 1 },
        problems: list(object({ file: line, line: integer, message: line }), limits.problemsMax),
        areAll: flag,
      },
      { readme },
    ),
  ],
};

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

type Value = { fault: NonNullable<PackageReading['fault']> } | Omit<SoundPackage, 'appNodes' | 'files'>;

interface Validators {
  isValue: ValidateFunction<Value>;
  isAppNode: ValidateFunction<SoundPackage['appNodes'][number]>;
  isFile: ValidateFunction<ListedFile>;
}

let compiled: Validators | undefined;

/** Compiled when the first package is read: a server starts sooner without. */
const validators = (): Validators => (compiled ??= compile());

const compile = (): Validators => {
  const ajv = new Ajv({ strict: false }).addKeyword({
    keyword: 'jsonBytesMax',
    validate: (max: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= max,
  });
  return {
    isValue: ajv.compile<Value>(reading),
    isAppNode: ajv.compile<SoundPackage['appNodes'][number]>(appNode),
    isFile: ajv.compile<ListedFile>(file),
  };
};

/**
 * The reading that a reply brought. What its findings mean is said by the rules, not by the reader. Throws a
 * ReadFailedError if the reader failed, and a BadReplyError if no reader replies so.
 */
export const validateReply = ({ parts, last }: RawReply): PackageReading => {
  if ('error' in last) throw new ReadFailedError(last.error);
  const { isValue, isAppNode, isFile } = validators();
  const { value } = last;
  if (!isValue(value)) throw new BadReplyError('its value is no reading');
  if (value.fault !== undefined) return { fault: value.fault };
  const findings = value.verdict.findings.map((found) => {
    const { severity, shadow, means, fix } = RULES[found.rule];
    return { ...found, severity, shadow, means, fix };
  });
  const files = validateAll(parts.files, isFile);
  const isInOrder = files.every(([path], index) => path > (files[index - 1]?.[0] ?? ''));
  if (!isInOrder) throw new BadReplyError('its files are in no order');
  if (Buffer.byteLength(JSON.stringify(files)) > limits.packageFilesBytesMax + 1)
    throw new BadReplyError('its files take too much');
  return {
    ...value,
    verdict: { ...value.verdict, findings },
    appNodes: validateAll(parts.appNodes, isAppNode),
    files,
  };
};

const validateAll = <Part>(parts: readonly unknown[], isPart: ValidateFunction<Part>): Part[] =>
  parts.map((part) => {
    if (!isPart(part)) throw new BadReplyError('a part of it is not what it says');
    return part;
  });
