import type { FindingList } from './finding-list.ts';
import type { Match } from './match.ts';
import { findPythonMatches } from './python/find-python-matches.ts';
import { hasName, localNames, type PackageSources } from './python/package-sources.ts';
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
  checks.files.set(file, { text, isRead: !isComplete || leads !== undefined });
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
  const waiting = new Set(checks.leads.keys());
  do {
    for (const file of checks.needed) {
      checks.needed.delete(file);
      checks.sources.giveFunctions(file);
      await read(file);
    }
    for (const file of waiting) {
      waiting.delete(file);
      for (const importer of checks.sources.graph.importersOf(file)) {
        const names = [...(checks.leads.get(file) ?? [])].flatMap((name) => localNames(importer, name));
        const { text = '', isRead = true } = checks.files.get(importer.file) ?? {};
        if (!isRead && names.some((name) => hasName(text, name))) await read(importer.file);
        if (addTo(checks.leads, importer.file, names)) waiting.add(importer.file);
      }
    }
  } while (checks.needed.size > 0 || waiting.size > 0);
};

/** Whether names are new. */
const addTo = (leads: Map<string, Set<string>>, file: string, names: Iterable<string>): boolean => {
  const known = leads.get(file) ?? new Set<string>();
  const before = known.size;
  for (const name of names) known.add(name);
  if (known.size > 0) leads.set(file, known);
  return known.size > before;
};
