import type { AppNode } from '../resources/app-node.ts';
import { isDynamic, readInputs } from './app-node-inputs.ts';
import type { Change } from './change.ts';
import { compareInputs } from './compare-inputs.ts';
import { areTypesWithin } from './types.ts';

/** What changed in one app-node. */
export interface AppNodeChanges {
  readonly app_node_name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly changes: readonly Change[];
}

/** What changes how it looks, and no workflow. */
const shownFields = ['display_name', 'category', 'description', 'deprecated', 'experimental'] as const;

type ComparedKey =
  'app_node_name' | 'input_types' | 'return_types' | 'return_names' | (typeof shownFields)[number];
type Compared = Readonly<Pick<AppNode, ComparedKey>> & { readonly output_is_list?: readonly boolean[] };

/** The app-nodes that differ, in the order of their names. */
export const compareAppNodes = (
  before: readonly Compared[],
  after: readonly Compared[],
): AppNodeChanges[] => {
  const [old, now] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): AppNodeChanges[] => {
    const [one, other] = [old.get(name), now.get(name)];
    if (one === undefined) return [{ app_node_name: name, kind: 'added', changes: [] }];
    if (other === undefined) return [{ app_node_name: name, kind: 'removed', changes: [] }];
    const changes = compareAppNode(one, other);
    return changes.length > 0 ? [{ app_node_name: name, kind: 'changed', changes }] : [];
  });
};

/** Whether workflows that use it may stop working. */
export const isBreaking = ({ kind, changes }: AppNodeChanges): boolean =>
  kind === 'removed' || changes.some(({ effect }) => effect === 'breaking');

const byName = (appNodes: readonly Compared[]): Map<string, Compared> =>
  new Map(appNodes.map((appNode) => [appNode.app_node_name, appNode]));

const compareAppNode = (before: Compared, after: Compared): Change[] => [
  ...(before.input_types === after.input_types ? [] : compareInputTypes(before, after)),
  ...compareOutputs(before, after),
  ...shownFields.flatMap((field) => compareField(field, before[field], after[field])),
];

const compareInputTypes = (before: Compared, after: Compared): Change[] => {
  try {
    return compareInputs(readInputs(before.input_types), readInputs(after.input_types));
  } catch (error) {
    // The end of the stack.
    if (!(error instanceof RangeError)) throw error;
    return [{ what: 'inputs', effect: 'unknown', why: 'They are nested too deeply to be compared.' }];
  }
};

const compareField = (what: string, before: unknown = '', after: unknown = ''): Change[] =>
  before === after ? [] : [{ what, before: String(before), after: String(after), effect: 'none' }];

/** Links hold the number of an output: names may change, types and places may not. */
const compareOutputs = (before: Compared, after: Compared): Change[] => {
  const [old, now] = [listIn(before.return_types), listIn(after.return_types)];
  const [oldNames, newNames] = [listIn(before.return_names), listIn(after.return_names)];
  if (old === undefined || now === undefined) {
    if (before.return_types === after.return_types) return [];
    const why = 'The outputs are computed when the package is loaded.';
    return [{ what: 'outputs', ...texts(before.return_types, after.return_types), effect: 'unknown', why }];
  }
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index): Change[] => {
    const what = `output ${newNames?.[index] ?? oldNames?.[index] ?? index + 1}`;
    const why = 'Links hold the number of an output, and its type must fit.';
    if (index >= old.length) return [{ what, ...texts(undefined, now[index]), effect: 'none' }];
    const shown = texts(describe(before, old, index), describe(after, now, index));
    const fits = index < now.length && areTypesWithin(now[index], old[index]);
    if (!fits || listFlag(before, index) !== listFlag(after, index))
      return [{ what, ...shown, effect: 'breaking', why }];
    const renamed = compareField(`${what}, name`, oldNames?.[index], newNames?.[index]);
    return areTypesWithin(old[index], now[index])
      ? renamed
      : [{ what, ...shown, effect: 'none' }, ...renamed];
  }).flat();
};

const listFlag = ({ output_is_list: flags }: Compared, index: number): boolean => flags?.[index] ?? false;

const describe = (appNode: Compared, types: readonly string[], index: number): string | undefined => {
  const type = types[index];
  return type === undefined ? undefined : `${type}${listFlag(appNode, index) ? ' as a list' : ''}`;
};

const texts = (before: string | undefined, after: string | undefined): Pick<Change, 'before' | 'after'> => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** Undefined for what is not known without running the package. */
const listIn = (json = '[]'): string[] | undefined => {
  try {
    const value = JSON.parse(json) as unknown;
    if (!Array.isArray(value) || isDynamic(value)) return undefined;
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    return undefined;
  }
};
