import { createReadStream } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  type Archive,
  type Extraction,
  type Verdict,
  ArchiveRefusal,
  checkPackage,
  extractAppNodes,
  readSources,
  readVerifiedArchive,
} from '@patchbay/inspect';
import type { CommandContext } from './command.ts';
import { UsageError } from './exit-on-failure.ts';

/** Left out, as in a publish, which takes the files under version control. */
const ignored = new Set(['.git', '__pycache__', 'node_modules', '.venv', 'venv']);

/** The files below a folder as a package. Links are left out. */
const readFolder = async (root: string): Promise<Archive> => {
  const entries = new Map(
    (await listFiles(root)).map(({ name, bytes }) => [
      name,
      { name, isDirectory: false, packedBytes: bytes, unpackedBytes: bytes },
    ]),
  );
  return {
    entries,
    isVerified: true,
    stream: (name) => createReadStream(join(root, name)) as AsyncIterable<Buffer>,
    read: (name) => readFile(join(root, name)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};

const listFiles = async (root: string): Promise<{ name: string; bytes: number }[]> => {
  const found = await readdir(root, { withFileTypes: true, recursive: true });
  const paths = found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter(
      (path) =>
        !relative(root, path)
          .split(sep)
          .some((part) => ignored.has(part)),
    )
    .toSorted();
  return Promise.all(
    paths.map(async (path) => ({
      name: relative(root, path).split(sep).join('/'),
      bytes: (await stat(path)).size,
    })),
  );
};

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
