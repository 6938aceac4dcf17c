import { basename, join, resolve } from 'node:path';
import { nodeIdCharsMax, nodeIdRule, publisherIdRule } from '@patchbay/contract/identifiers';
import { isNodeId, isPublisherId } from '@patchbay/contract/valid-identifiers';
import { makeTomlReader, parseToml, projectFile, toolTables } from '@patchbay/inspect/project';
import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { saveFile } from '../files/save-file.ts';
import { type Addition, completeToml } from './complete-toml.ts';
import { findValueRefusals, isPublishable, versionRule } from './find-value-refusals.ts';
import { textReader } from './read-project.ts';
import { readRequirements } from './read-requirements.ts';

type FlagName = 'id' | 'release' | 'description' | 'license' | 'repository' | 'publisher' | 'name';
export type InitFlags = Readonly<Partial<Record<FlagName, string>>>;

/** A value of pyproject.toml that a flag gives. */
interface Field {
  readonly flag: FlagName;
  readonly table: readonly string[];
  readonly key: string;
  /** What it is if nobody says it. */
  readonly fallback?: string;
  /** Asked for if it has no fallback; without a question, it may be missing. */
  readonly question?: string;
  readonly initial?: string;
  /** What is wrong with a value, in a sentence or some. */
  readonly fault?: (value: string) => string | undefined;
}

const idFault =
  (isGood: (id: string) => boolean, rule: string) =>
  (value: string): string | undefined =>
    isGood(value) ? undefined : `${JSON.stringify(value)} is no id. ${rule}`;

/** As a registry would refuse the value of the node with this name. */
const nodeFault =
  (name: 'description' | 'license' | 'name' | 'repository') =>
  (value: string): string | undefined =>
    findValueRefusals({ node: { [name]: value } })[0];

const fieldsOf = (folder: string, tool: string): Field[] => [
  {
    flag: 'id',
    table: ['project'],
    key: 'name',
    question: 'Id of the node',
    initial: idFrom(basename(folder)),
    fault: idFault(isNodeId, nodeIdRule),
  },
  {
    flag: 'release',
    table: ['project'],
    key: 'version',
    fallback: '1.0.0',
    fault: (value) =>
      isPublishable(value, tool !== 'patchbay')
        ? undefined
        : `${JSON.stringify(value)} cannot be published. ${versionRule}`,
  },
  { flag: 'description', table: ['project'], key: 'description', fault: nodeFault('description') },
  { flag: 'license', table: ['project'], key: 'license', fault: nodeFault('license') },
  { flag: 'repository', table: ['project', 'urls'], key: 'Repository', fault: nodeFault('repository') },
  {
    flag: 'publisher',
    table: ['tool', tool],
    key: 'PublisherId',
    question:
      'Id of the publisher: `patchbay publisher list` shows yours, and `patchbay publisher create <id>` creates one',
    fault: idFault(isPublisherId, publisherIdRule),
  },
  { flag: 'name', table: ['tool', tool], key: 'DisplayName', fault: nodeFault('name') },
];

/** Writes or completes the pyproject.toml in a folder, and asks for what neither it nor the flags say. */
export const initProject = async (
  call: Call,
  flags: InitFlags,
  folder: string,
): Promise<{
  file: string;
  is_new: boolean;
  added: { key: string; value: string | readonly string[] }[];
  left_out: string[];
}> => {
  const source = resolve(call.context.cwd, folder);
  const readText = textReader(source);
  const toml = await readText(projectFile);
  const reader = makeTomlReader(parseToml(toml ?? ''));
  const tool = toolTables.find(({ name }) => reader.table('tool', name) !== undefined)?.name ?? 'patchbay';
  const dynamic = reader.texts('project', 'dynamic') ?? [];

  const additions: Addition[] = [];
  const leftOut: string[] = [];
  for (const field of fieldsOf(source, tool)) {
    const { table, key } = field;
    if (reader.has(...table, key) || (table.length === 1 && dynamic.includes(key))) {
      requireSame(field, flags[field.flag], reader.text(...table, key));
      continue;
    }
    const value = flags[field.flag] ?? field.fallback ?? (await ask(call, field));
    if (value !== undefined) additions.push({ table, key, value: requireGood(field, value) });
  }
  if (!reader.has('project', 'dependencies') && !dynamic.includes('dependencies')) {
    const text = await readText('requirements.txt');
    if (text !== undefined) {
      const requirements = readRequirements(text);
      additions.push({ table: ['project'], key: 'dependencies', value: requirements.kept });
      leftOut.push(...requirements.leftOut);
    }
  }
  const file = join(source, projectFile);
  if (additions.length > 0) await saveFile(file, completeToml(toml ?? '', additions));
  return {
    file,
    is_new: toml === undefined,
    added: additions.map(({ table, key, value }) => ({ key: [...table, key].join('.'), value })),
    left_out: leftOut,
  };
};

const ask = async (call: Call, field: Field): Promise<string | undefined> => {
  const { flag, question, initial } = field;
  if (question === undefined) return undefined;
  return call.ask(`--${flag}`, (prompts) =>
    prompts.text(question, { initial, check: (answer) => faultOf(field, answer) }),
  );
};

const requireGood = (field: Field, value: string): string => {
  const fault = faultOf(field, value);
  if (fault !== undefined) throw new CliError('usage', `--${field.flag}: ${fault}`);
  return value;
};

const faultOf = ({ fault }: Field, value: string): string | undefined =>
  value === '' ? 'It must not be empty.' : fault?.(value);

/** What a project says is not overwritten. */
const requireSame = (
  { flag, table, key }: Field,
  given: string | undefined,
  present: string | undefined,
): void => {
  if (given === undefined || given === present) return;
  throw new CliError(
    'usage',
    `--${flag} is ${JSON.stringify(given)}, but ${projectFile} has another ${[...table, key].join('.')}.`,
    {
      next: `Change ${projectFile}, or leave out --${flag}.`,
    },
  );
};

/** The name of a folder as an id: `ComfyUI image (tools)` is `comfyui-image-tools`. */
const idFrom = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, nodeIdCharsMax);
