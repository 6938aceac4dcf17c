import { createPythonParser, type PythonParser } from '../python/python-parser.ts';
import { findDefinitions, type Definition } from './definitions/find-definitions.ts';
import { readDefinition } from './definitions/read-definition.ts';
import { FieldCollector, type ReadDefinition } from './definitions/field-collector.ts';
import { Budget, BudgetExceeded, type BudgetLimits } from './evaluate/budget.ts';
import { createInterpreter } from './evaluate/create-interpreter.ts';
import type { Interpreter } from './evaluate/interpreter.ts';
import { undo } from './evaluate/journal.ts';
import type { SourceFiles } from './evaluate/package-files.ts';
import { reportProblem } from './evaluate/report-problem.ts';
import type { Extraction } from './extraction.ts';

export type ExtractionOptions = Partial<BudgetLimits>;

const defaultLimits: BudgetLimits = {
  stepsMax: 4_000_000,
  stepsPerUnitMax: 200_000,
  processorMsMax: 20_000,
  wallMsMax: 200_000,
};

/**
 * Finds the app-nodes that the Python sources of a package define, without running any of them.
 *
 * `files` maps paths inside the package (posix, relative to its root) to source texts, or to undefined if a text was
 * not read. Never throws because of what the sources do or contain: a part that cannot be read is a problem in the
 * result, and an unknown value is `{"$dynamic": "<source text>"}` inside the JSON fields and lowers `confidence`.
 */
export const extractAppNodes = async (
  files: SourceFiles,
  options: ExtractionOptions & { parser?: PythonParser } = {},
): Promise<Extraction> => {
  const { parser = await createPythonParser(), ...limits } = options;
  const run = createInterpreter(files, parser, new Budget({ ...defaultLimits, ...limits }));
  try {
    return extract(run);
  } finally {
    // The classes of the library are those of every package that this process reads.
    undo(run.journal);
  }
};

const extract = (run: Interpreter): Extraction => {
  const root = run.files.texts.has('__init__.py')
    ? guarded(run, '__init__.py', () => run.loadModule(''))
    : undefined;
  const module = root ?? run.modules.get('__init__.py');
  if (root === undefined && module !== undefined) module.isDoubtful = true;
  if (module === undefined) return finish(run, [], false);
  run.budget.restart();
  const found = guarded(run, '__init__.py', () => findDefinitions(run, module));
  const { definitions = [], unknownParts = new Set<string>() } = found ?? {};
  for (const part of unknownParts) {
    const message = `may hold more definitions than could be read: ${part}`;
    reportProblem(run, { file: '__init__.py', line: 0, message });
  }
  const read = readAll(run, definitions);
  const listed = unknownParts.size > 0 || found === undefined ? readNodeList(run, read) : [];
  return finish(run, [...read, ...listed], unknownParts.size > 0);
};

/** The file in which a package lists the names that only exist at run time, for the host's manager. */
const nodeListFile = 'node_list.json';
const listedMax = 5_000;

/** The listed names that the sources did not give. Nothing proves that the package defines them. */
const readNodeList = (run: Interpreter, read: readonly ReadDefinition[]): ReadDefinition[] => {
  const known = new Set(read.map(({ appNode }) => appNode.app_node_name));
  const names = namesIn(run.files.texts.get(nodeListFile)).filter((name) => !known.has(name));
  return [...new Set(names)].slice(0, listedMax).map((name) => new FieldCollector().finish(name, true));
};

/** The keys of an object, whose values describe them, or the texts of a list. */
const namesIn = (json = ''): string[] => {
  try {
    const list: unknown = JSON.parse(json);
    if (typeof list !== 'object' || list === null) return [];
    const names: unknown[] = Array.isArray(list) ? list : Object.keys(list);
    return names.filter((name) => typeof name === 'string' && name !== '') as string[];
  } catch {
    return [];
  }
};

/** If something could not be read or followed, the package may still have definitions. */
const finish = (run: Interpreter, read: ReadDefinition[], hasUnknownParts: boolean): Extraction => {
  const certainty = read.reduce((sum, each) => sum + each.certainty, 0) / Math.max(1, read.length);
  const status = read.length > 0 ? 'success' : run.problems.length > 0 ? 'failed' : 'unsupported';
  return {
    status,
    confidence: confidenceOf(status, certainty, hasUnknownParts),
    appNodes: read.map((each) => each.appNode),
    problems: run.problems,
  };
};

/** The first definition of a name is used: mappings come before the entry point. */
const readAll = (run: Interpreter, definitions: Definition[]): ReadDefinition[] => {
  const read = new Map<string, ReadDefinition>();
  for (const definition of definitions) {
    const file = definition.made?.file ?? '';
    const complete = guarded(run, file, () => run.budget.inUnit(() => readDefinition(run, definition)));
    const result = complete ?? nameAlone(definition);
    const name = result?.appNode.app_node_name;
    if (result !== undefined && name !== undefined && !read.has(name)) read.set(name, result);
  }
  return [...read.values()];
};

/** The remainder of a definition that could not be read: its name is known. */
const nameAlone = ({ name, isUncertain }: Definition): ReadDefinition | undefined =>
  name === undefined ? undefined : new FieldCollector().finish(name, isUncertain);

/** Runs one part of the work. If the budget ends it, that is a problem of the file. */
const guarded = <Result>(run: Interpreter, file: string, work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    // A RangeError is a stack overflow: hostile nesting that the depth limits do not cover.
    if (!(error instanceof BudgetExceeded) && !(error instanceof RangeError)) throw error;
    reportProblem(run, { file, line: 0, message: error.message });
    return undefined;
  }
};

const confidenceOf = (status: Extraction['status'], certainty: number, mayHoldMore: boolean): number => {
  if (status === 'unsupported') return 1;
  if (status === 'failed') return 0;
  return Math.round(certainty * (mayHoldMore ? 0.5 : 1) * 1000) / 1000;
};
