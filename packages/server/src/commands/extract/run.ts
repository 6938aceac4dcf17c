import { stat } from 'node:fs/promises';
import {
  type Archive,
  ArchiveRefusal,
  checkPackage,
  extractAppNodes,
  type Extraction,
  readSources,
  readVerifiedArchive,
  type Verdict,
} from '@patchbay/inspect';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-on-failure.ts';
import { readFolder } from './read-folder.ts';

const open = async (path: string): Promise<Archive> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is nothing at ${path}. Name a folder or a zip.`);
  if (found.isDirectory()) return readFolder(path);
  try {
    return await readVerifiedArchive(path);
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    throw new UsageError(
      `${error.message}${error.entry === undefined ? '' : ` The entry is ${JSON.stringify(error.entry)}.`}`,
    );
  }
};

const table = (
  { status, confidence, appNodes, problems }: Extraction,
  { outcome, findings }: Verdict,
): string => {
  const columns = ['app-node', 'category', 'function', 'returns'];
  const rows = appNodes.map((one) => [one.app_node_name, one.category, one.function, one.return_types]);
  return [
    ...align([columns, ...rows.map((row) => row.map((cell) => cell ?? ''))]),
    '',
    `${appNodes.length} app-nodes; extraction ${status}, confidence ${confidence}; checks: ${outcome}`,
    ...problems.map(({ file, line, message }) => `problem   ${file}:${line}  ${message}`),
    ...findings.map(
      ({ severity, shadow, file, line, rule, means, fix }) =>
        `${shadow ? 'shadow' : severity}   ${file}${line === undefined ? '' : `:${line}`}  ${rule}: ${means} ${fix}`,
    ),
    '',
  ].join('\n');
};

const align = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

export const run = async (
  { stdout }: CommandContext,
  { json }: { json: boolean },
  path: string,
): Promise<boolean> => {
  await using archive = await open(path);
  const verdict = await checkPackage(archive);
  const extraction = await extractAppNodes(await readSources(archive));
  stdout.write(
    json ? `${JSON.stringify({ ...extraction, ...verdict }, undefined, 2)}\n` : table(extraction, verdict),
  );
  return verdict.outcome === 'passed';
};
