import { isUtf8 } from 'node:buffer';
import type { Archive } from '../archive/read-archive.ts';
import { readStart } from '../archive/read-start.ts';
import { decodeDeclaredText, decodeText, hasMark } from '../text/decode-text.ts';
import type { CheckLimits } from './check-limits.ts';
import { isOfKind } from './file-kinds.ts';
import type { FindingList } from './finding-list.ts';
import { findScriptMatches } from './find-script-matches.ts';
import { findTextMatches } from './find-text-matches.ts';
import { checkPython, type PythonChecks } from './check-python.ts';
import { listInnerNames } from './list-inner-names.ts';
import { reportMatches } from './report-matches.ts';
import { fileRuleList } from './rules/file-rules.ts';
import { findSecrets } from './secrets/find-secrets.ts';

/** Enough bytes to recognize the type of a file. */
const HEAD_BYTES = 8 * 1024;
const NAMED_KINDS = ['web', 'commands', 'settings', 'requirements', 'path file'] as const;
/** The first line of a shell script. */
const SHELL = /^#![ \t]*\/(?:\S*\/)?(?:env[ \t]+)?(?:ba|z|k|da|a)?sh\b/;
/** A name of TypeScript that videos have as well. */
const VIDEO = /\.m?ts$/i;
const ZIP_SIGNATURE = 0x504b0304;

/** What the checks of one package share. */
export interface CheckContext {
  archive: Archive;
  python: PythonChecks;
  limits: CheckLimits;
  /** The remaining budgets of the whole package. */
  left: { textBytes: number; pythonBytes: number };
  findings: FindingList;
}

/** Adds what every rule finds in one file. Throws what the archive throws while the file is read. */
export const checkFile = async (file: string, context: CheckContext): Promise<void> => {
  const { archive, limits, findings } = context;
  const head = await readStart(archive, file, HEAD_BYTES);
  const sample = {
    name: file,
    head,
    innerNames: startsLikeZip(head) ? await listInnerNames(archive.stream(file)) : [],
    hasEntry: (name: string) => archive.entries.has(name),
  };
  for (const [rule, { reads, finds }] of fileRuleList) {
    if (isOfKind(file, reads) && finds(sample)) findings.add(rule, { file });
  }
  // A zero byte does not keep Python, pip or a browser from reading a file that has the name of a text.
  const hasZero = head.includes(0) && !hasMark(head) && !isOfKind(file, 'Python');
  if (hasZero && !NAMED_KINDS.some((kind) => isOfKind(file, kind))) return;
  const start = await readStart(archive, file, limits.textBytesMax);
  if (!hasZero || !VIDEO.test(file) || isUtf8(start)) await checkText(file, start, context);
};

const startsLikeZip = (head: Buffer): boolean => head.length >= 4 && head.readUInt32BE(0) === ZIP_SIGNATURE;

const checkText = async (
  file: string,
  start: Buffer,
  { archive, python, left, findings }: CheckContext,
): Promise<void> => {
  const isPython = isOfKind(file, 'Python');
  const isCut = start.length < (archive.entries.get(file)?.unpackedBytes ?? 0);
  left.textBytes -= start.length;
  if (isPython) left.pythonBytes -= start.length;
  if (left.textBytes < 0 || left.pythonBytes < 0 || (isPython && isCut)) {
    findings.add('could-not-check', { file });
    return;
  }
  const decoded =
    isPython || isOfKind(file, 'requirements')
      ? decodeDeclaredText(start, { isCut })
      : decodeText(start, { isCut });
  // What Python is told of an encoding is a rule of its own.
  const isRun = !isPython && NAMED_KINDS.some((kind) => isOfKind(file, kind));
  if (decoded.fault === 'unknown encoding' && isRun) findings.add('could-not-check', { file });
  // Python also ends a line at CR, which the parser does not: what it takes for a comment would run.
  const text = decoded.text.replaceAll(/\r\n?/g, '\n');
  const secrets = await findSecrets(file, text);
  const calls = isPython ? checkPython({ file, text }, python, findings) : [];
  const commands = isOfKind(file, 'commands') || SHELL.test(text) ? findScriptMatches(file, text) : [];
  reportMatches(
    { file, text, matches: [...secrets, ...findTextMatches(file, text), ...commands, ...calls] },
    findings,
  );
};
