import type { Archive } from '../archive/read-archive.ts';
import type { CheckLimits } from './check-limits.ts';
import { isOfKind } from './file-kinds.ts';
import type { FindingList } from './finding-list.ts';
import { findTextMatches } from './find-text-matches.ts';
import { findPythonMatches } from './python/find-python-matches.ts';
import { isZip, readInnerNames } from './read-inner-names.ts';
import { readStart } from './read-start.ts';
import { reportMatches } from './report-matches.ts';
import { fileRuleList } from './rules/file-rules.ts';
import { findSecrets } from './secrets/find-secrets.ts';

/** What the checks of one package share. */
export interface CheckContext {
  archive: Archive;
  limits: CheckLimits;
  /** What is left of the budgets of the whole package. */
  left: { textBytes: number; pythonBytes: number };
  findings: FindingList;
}

/** Adds what every rule finds in one file. */
export async function checkFile(file: string, context: CheckContext): Promise<void> {
  const { archive, limits, findings } = context;
  const head = await readStart(archive, file, limits.headBytes);
  const innerNames = isZip(head) ? await listInnerNames(file, context) : [];
  const sample = { name: file, head, innerNames, hasEntry: (name: string) => archive.entries.has(name) };
  for (const [rule, { finds }] of fileRuleList) if (finds(sample)) findings.add(rule, { file });
  if (isOfKind(file, 'Python') || !head.includes(0)) await checkText(file, context);
}

async function listInnerNames(file: string, { archive, limits, findings }: CheckContext): Promise<string[]> {
  const zip = await readStart(archive, file, limits.innerZipBytesMax + 1);
  if (zip.length > limits.innerZipBytesMax) findings.add('could-not-check', { file });
  return readInnerNames(zip);
}

async function checkText(file: string, context: CheckContext): Promise<void> {
  const { archive, limits, left, findings } = context;
  const isPython = isOfKind(file, 'Python');
  const size = archive.entries.get(file)?.unpackedBytes ?? 0;
  const bytes = Math.min(size, limits.textBytesMax);
  left.textBytes -= bytes;
  if (isPython) left.pythonBytes -= bytes;
  if (left.textBytes < 0 || left.pythonBytes < 0 || (isPython && size > bytes)) {
    findings.add('could-not-check', { file });
    return;
  }
  const text = new TextDecoder().decode(await readStart(archive, file, bytes));
  const secrets = await findSecrets(file, text);
  const python = isPython ? await findPythonMatches(text) : { matches: [], isComplete: true };
  if (!python.isComplete) findings.add('could-not-check', { file });
  reportMatches(
    { file, text, matches: [...secrets, ...findTextMatches(file, text), ...python.matches] },
    findings,
  );
}
