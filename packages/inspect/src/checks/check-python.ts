import type { FindingList } from './finding-list.ts';
import type { Match } from './match.ts';
import { findPythonMatches } from './python/find-python-matches.ts';
import { handedOnNames, hasName, localNames, type PackageSources } from './python/package-sources.ts';
import { reportMatches } from './report-matches.ts';
import { findSecrets } from './secrets/find-secrets.ts';

/** What is known of the Python files of a package while they are checked. */
export interface PythonChecks {
  sources: PackageSources;
  /** The text of each file, and whether it was read: in the others no rule could find anything without another file. */
  files: Map<string, { text: string; isRead: boolean }>;
  /** The names of a file under which others find something of interest; see `findLeads`. */
  leads: Map<string, Set<string>>;
  /** Files that get a function of interest from another one. */
  needed: Set<string>;
}

export const startPythonChecks = (sources: PackageSources): PythonChecks => ({
  sources,
  files: new Map(),
  leads: new Map(),
  needed: new Set(),
});

interface PythonFile {
  file: string;
  text: string;
}

/** What the rules about Python find in a file by itself, and keeps what it means for others. */
export const checkPython = (
  { file, text }: PythonFile,
  checks: PythonChecks,
  findings: FindingList,
  isNeeded = false,
): Match[] => {
  const { matches, isComplete, leads } = findPythonMatches({ file, text, isNeeded }, checks.sources);
  const known = checks.sources.textOf(file);
  // Twice the same text would be as large as the package.
  checks.files.set(file, {
    text: known === text ? known : text,
    isRead: !isComplete || leads !== undefined,
  });
  if (!isComplete) findings.add('could-not-check', { file });
  if (leads === undefined) return matches;
  addTo(checks.leads, file, leads.names);
  for (const other of leads.files) if (!checks.sources.isGivenFunctions(other)) checks.needed.add(other);
  return matches;
};

/** Checks the files that mean something only through others. */
export const checkNeeded = async (checks: PythonChecks, findings: FindingList): Promise<void> => {
  const read = async (file: string): Promise<void> => {
    const { text } = checks.files.get(file) ?? {};
    if (text === undefined) return;
    const matches = checkPython({ file, text }, checks, findings, true);
    if (matches.length === 0) return;
    const secrets = await findSecrets(file, text);
    reportMatches({ file, text, matches: [...secrets, ...matches] }, findings);
  };
  const waiting = new Map([...checks.leads].map(([file, names]) => [file, new Set(names)]));
  do {
    for (const file of checks.needed) {
      checks.needed.delete(file);
      checks.sources.giveFunctions(file);
      await read(file);
    }
    for (const [file, names] of waiting) {
      waiting.delete(file);
      for (const importer of checks.sources.graph.importersOf(file)) {
        const { text = '', isRead = true } = checks.files.get(importer.file) ?? {};
        const locals = [...names].flatMap((name) => localNames(importer, name));
        const known = new Set(checks.leads.get(importer.file));
        if (!isRead && locals.some((name) => hasName(text, name))) await read(importer.file);
        const handedOn = [...names].flatMap((name) => handedOnNames(importer, name));
        addTo(checks.leads, importer.file, handedOn);
        const added = [...(checks.leads.get(importer.file) ?? [])].filter((name) => !known.has(name));
        if (added.length > 0) addTo(waiting, importer.file, added);
      }
    }
  } while (checks.needed.size > 0 || waiting.size > 0);
};

const addTo = (leads: Map<string, Set<string>>, file: string, names: Iterable<string>): void => {
  const known = leads.get(file) ?? new Set<string>();
  for (const name of names) known.add(name);
  if (known.size > 0) leads.set(file, known);
};
