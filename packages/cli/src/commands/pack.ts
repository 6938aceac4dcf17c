import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { columns } from '../output/columns.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { switchFlag } from '../parameters/switch-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';
import { count } from '../output/count.ts';
import { sizeText } from '../output/size.ts';
import { usualLimits } from '../pack/package-limits.ts';

export const pack = command({
  brief: 'Write the package of a node',
  description:
    'The first rule that names a file decides: what is always out, the includes of pyproject.toml, .patchbayignore and .comfyignore, what Git tracks, .gitignore. The same files become the same bytes.',
  data: ({ Type }) => {
    const Decided = Type.Object({
      path: Type.String(),
      rule: Type.String({ description: 'The rule that kept it or left it out' }),
    });
    return Type.Object({
      node_id: Type.String(),
      version: Type.String(),
      files: Type.Array(Decided),
      left_out: Type.Array(Decided, { description: 'A folder that is left out whole ends in a slash' }),
      warnings: Type.Array(Type.String()),
      package: Type.Optional(
        Type.Object(
          {
            file: Type.String({ description: '`-` if it was written to standard output' }),
            bytes: Type.Integer(),
            sha256: Type.String(),
          },
          { description: 'Absent with --list' },
        ),
      ),
    });
  },
  parameters: {
    flags: {
      list: switchFlag('List the files with the rules that decided, and write nothing'),
      out: textFlag('Where to write it, - for standard output; by default <node>-<version>.zip', 'file'),
    },
    positional: pathArgument('folder', 'The folder of the node'),
  },
  async run(call: Call, { list, out }: { list: boolean; out?: string }, folder: string) {
    const { cwd } = call.context;
    if (out === '-' && !list) requireStream(call);
    const [
      { readProject },
      { listProject },
      { packTemporarily },
      { replaceFile },
      { requireFolder, saveFile },
      names,
    ] = await Promise.all([
      import('../project/read-project.ts'),
      import('../pack/list-project.ts'),
      import('../pack/pack-temporarily.ts'),
      import('../files/replace-file.ts'),
      import('../files/save-file.ts'),
      import('../pack/require-names.ts'),
    ]);
    const source = resolve(cwd, folder);
    const project = await readProject(source);
    const { nodeId, version } = project;
    const shown = (decisions: readonly { path: string; rule: string }[]) =>
      decisions.map(({ path, rule }) => ({ path, rule }));
    if (list) {
      const { kept, dropped, warnings } = await listProject(source, project, usualLimits);
      const faults = names.findNameFaults(kept).map(({ path, message }) => `${path}: ${message}`);
      return {
        node_id: nodeId,
        version,
        files: shown(kept),
        left_out: shown(dropped),
        warnings: [...faults, ...warnings, ...names.findWindowsNames(kept)],
      };
    }
    const target = out === '-' ? out : resolve(cwd, out ?? fileName(nodeId, version));
    if (out !== '-') await requireFolder(dirname(target));
    const real = out === '-' ? undefined : join(await realpath(dirname(target)), basename(target));
    await using temporary = await packTemporarily(source, project, usualLimits, { out: real });
    const { packed } = temporary;
    // `check` and `publish` have a rule for these names.
    const warnings = [...packed.warnings, ...names.findWindowsNames(packed.kept)];
    if (out === '-') {
      for (const warning of warnings) call.event('warning', { warning }, `Warning: ${warning}`);
      await call.context.stdout.send(bytesOf(packed.file));
    } else {
      // A link that nobody named is a stranger's, and not followed.
      const write = out === undefined ? replaceFile : saveFile;
      await write(target, bytesOf(packed.file));
    }
    return {
      node_id: nodeId,
      version,
      files: shown(packed.kept),
      left_out: shown(packed.dropped),
      warnings,
      package: { file: target, bytes: packed.bytes, sha256: packed.sha256 },
    };
  },
  text({ node_id, version, files, left_out, warnings, package: written }, ink) {
    const notes = warnings.map((warning) => `${ink.yellow('Warning:')} ${warning}`);
    if (written !== undefined) {
      const { file, bytes, sha256 } = written;
      if (file === '-') return '';
      const head = `${ink.bold(file)}  ${count(files.length, 'file')}, ${sizeText(bytes)}`;
      return [head, ink.dim(`SHA-256 ${sha256}`), ...notes].join('\n');
    }
    const rows = [
      ...files.map(({ path, rule }) => ({ path, cells: [ink.green('in'), path, ink.dim(rule)] })),
      ...left_out.map(({ path, rule }) => ({ path, cells: [ink.yellow('out'), path, ink.dim(rule)] })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
    const total = `${node_id} ${version}: ${count(files.length, 'file')}`;
    return [columns(rows.map(({ cells }) => cells)), total, ...notes].join('\n');
  },
});

/** Throws unless standard output is for bytes alone. */
const requireStream = ({ context, isJson }: Call): void => {
  if (isJson) throw new CliError('usage', '--out - and --json both write to standard output.');
  if (context.stdout.isTerminal)
    throw new CliError('usage', 'A terminal cannot show a zip.', { next: 'Send it to a file or a program.' });
};

/** Opened only when it is read. */
const bytesOf = async function* (file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
};

/** A project may call itself anything. */
const fileName = (nodeId: string, version: string): string =>
  `${nodeId}-${version}.zip`.replaceAll(/[^\w.+-]/g, '-');
