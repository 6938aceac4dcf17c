import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { pythonNames } from '../rules/python-names.ts';
import { targetsOf } from './find-targets.ts';
import { keyOf } from './key-of.ts';
import type { Origin } from './origin.ts';
import type { PythonSource } from './python-source.ts';
import { DISPLAY, itemsOf, putIntoDisplay } from './list-items.ts';
import { resolveNames } from './resolve-name.ts';
import type { ResolvedName } from './resolved-name.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { TraceTooLong, type TraceBudget } from './trace-budget.ts';
import { traceOrigins } from './trace-origins.ts';

/** What a file gives to others so that a rule may find something in them that has none of its words. */
export interface Leads {
  /** Names under which others find a function or value of interest; those of attributes begin with a dot. */
  names: ReadonlySet<string>;
  /** Files to which it passes such a function. */
  files: ReadonlySet<string>;
}

export const noLeads: Leads = { names: new Set(), files: new Set() };

/** Functions that a rule asks for. The others have no interest under another name. */
const OF_INTEREST = [
  pythonNames.runsCode,
  pythonNames.runsFile,
  pythonNames.deserializes,
  pythonNames.loadsTensors,
  pythonNames.runsCommand,
  pythonNames.runsPip,
  pythonNames.sends,
  pythonNames.loadsLibrary,
  pythonNames.setsUp,
  /^(?:marshal\.loads?|os\.dup2|_?winreg\.SetValue(?:Ex)?|logging\.config\.(?:dictConfig|fileConfig)|yaml\.load(?:_all)?)$/,
  /^(?:__import__|importlib\.import_module|getattr|globals|vars)$/,
];

const NAMES_MAX = 20_000;
const NAME_LENGTH_MAX = 200;
const known = new Map<string, boolean>();

/** Packages name the same few functions very often. */
const isFunctionOfInterest = (name: string): boolean => {
  const found = known.get(name);
  if (found !== undefined) return found;
  const isOne = OF_INTEREST.some((pattern) => pattern.test(name));
  if (known.size >= NAMES_MAX) known.clear();
  if (name.length <= NAME_LENGTH_MAX) known.set(name, isOne);
  return isOne;
};

/** Values that make a call suspect whose name stands in every other file. */
const ORIGINS: ReadonlySet<Origin> = new Set<Origin>([
  'start-up file',
  'folder of packages',
  'credentials',
  'environment',
  'connection',
  'received',
]);
const MAY_HAVE_ORIGIN =
  /environ|socket|sysconfig|USER_SITE|git[\\/]+hooks|\.ssh|id_(?:rsa|ed25519|ecdsa)|\.aws|\.kube|\.docker|_history|wallet\.dat|credentials|pypirc|netrc|npmrc|\/etc\/|\/var\/spool\/cron|config\.fish|profile_default|get_python_lib|\.\w*(?:rc|profile|login|shenv)\b|customize|authorized_keys|Launch(?:Agents|Daemons)|autostart|systemd|Startup|sitepackages/;

/** Also of the functions in a table. */
const namesIn = (source: PythonSource, node: SyntaxNode): readonly ResolvedName[] =>
  DISPLAY.test(node.type)
    ? [...itemsOf(node), ...putIntoDisplay(source, node)].flatMap((item) => resolveNames(source, item))
    : resolveNames(source, node);

/** How much of one file is traced. */
const STEPS_MAX = 2_000;

const mayHaveOrigin = (source: PythonSource, node: SyntaxNode, budget: TraceBudget): boolean => {
  try {
    const origins = traceOrigins(source, node, budget, { withCallers: false });
    return [...origins].some((origin) => ORIGINS.has(origin));
  } catch (error) {
    // What is not known leads only to files that need not be read.
    if (error instanceof TraceTooLong) return true;
    throw error;
  }
};

export const findLeads = (source: PythonSource): Leads => {
  const names = new Set<string>();
  const hasOrigins = MAY_HAVE_ORIGIN.test(source.text);
  const budget = { stepsLeft: STEPS_MAX };
  const isFunction = (node: SyntaxNode): boolean =>
    namesIn(source, node).some(({ name }) => isFunctionOfInterest(name));
  const isOfInterest = (node: SyntaxNode): boolean =>
    isFunction(node) || (hasOrigins && mayHaveOrigin(source, node, budget));
  // What is too long to follow is no lead here: almost every argument is a value of no interest.
  const isWorthPassing = (node: SyntaxNode): boolean =>
    isFunction(node) || (budget.stepsLeft > 0 && isOfInterest(node));
  const add = (name: string, dotted: string, value: SyntaxNode | null): void => {
    if (names.has(name)) return;
    const isImported = isFunctionOfInterest(dotted);
    if (isImported || (value !== null && isOfInterest(value))) names.add(name);
  };
  for (const [key, bindings] of source.bindings) {
    const [scope = '', name = ''] = key.split(' ');
    if (Number(scope) !== MODULE_SCOPE) continue;
    for (const { dotted, value } of bindings) add(name, dotted, value);
  }
  for (const [key, bindings] of source.attributes) {
    const name = key.slice(key.indexOf('.'));
    for (const { dotted, value } of bindings) add(name, dotted, value);
  }
  for (const [key, values] of source.members) {
    const [scope = '', name = ''] = key.split(' ');
    if (Number(scope) === MODULE_SCOPE) for (const value of values) add(`.${name}`, '', value);
  }
  for (const [name, values] of source.returns) {
    const isBound = source.bindings.has(keyOf(MODULE_SCOPE, name));
    for (const value of values) add(isBound ? name : `.${name}`, '', value);
  }
  return { names, files: filesGiven(source, isWorthPassing) };
};

/** The files whose functions get a function or value of interest as an argument. */
const filesGiven = (source: PythonSource, isOfInterest: (node: SyntaxNode) => boolean): Set<string> => {
  const files = new Set<string>();
  for (const [target, calls] of targetsOf(source)) {
    const [file = ''] = target.split('\0');
    if (!files.has(file) && calls.some((call) => argumentsOf(call).some(isOfInterest))) files.add(file);
  }
  return files;
};

const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  (call.childForFieldName('arguments')?.namedChildren ?? [])
    .map((argument) =>
      argument.type === 'keyword_argument' ? argument.childForFieldName('value') : argument,
    )
    .filter((argument) => argument !== null)
    .filter(({ type }) => /^(?:identifier|attribute|call|subscript)$/.test(type));
