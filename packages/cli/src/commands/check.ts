import { resolve } from 'node:path';
import type { DryRun } from '@patchbay/client';
import type { Call } from '../call.ts';
import type { Checked } from '../check/open-checked.ts';
import { showDryRun } from '../check/show-dry-run.ts';
import { showExtraction, showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import { tokenOfEnvironment } from '../credentials/credentials.ts';
import { count } from '../output/count.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';
import { publisherOf } from '../publish/publisher-of.ts';
import { toCliError } from '../to-cli-error.ts';

interface Flags {
  readonly remote?: boolean;
  readonly publisher?: string;
}

export const check = command({
  brief: 'Check a node as the registry would',
  description:
    'Packs the project in a folder, or takes a zip, and runs the checks of the registry on it. With a token in the environment it also asks the registry what a publish would come to, which changes nothing there.',
  data: ({ Type, DryRun, Finding }) =>
    Type.Object({
      node_id: Type.String(),
      version: Type.String(),
      package: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
      warnings: Type.Array(Type.String(), { description: 'About the choice of files' }),
      refusals: Type.Array(Type.String(), { description: 'Why an upload would be refused' }),
      outcome: Type.Optional(
        Type.Enum(['passed', 'found', 'could-not-check'], {
          description: 'Only what passed becomes Active without a moderator',
        }),
      ),
      ruleset_version: Type.Optional(Type.Integer()),
      findings: Type.Array(Finding),
      extraction: Type.Optional(
        Type.Object({
          status: Type.Enum(['success', 'failed', 'unsupported']),
          confidence: Type.Number(),
          app_nodes: Type.Array(Type.String()),
          problems: Type.Array(
            Type.Object({ file: Type.String(), line: Type.Integer(), message: Type.String() }),
          ),
        }),
      ),
      dry_run: Type.Optional({ ...DryRun, description: 'What the registry says, if it was asked' }),
      not_asked: Type.Optional(Type.String({ description: 'Why the registry could not be asked' })),
    }),
  parameters: {
    flags: {
      remote: {
        kind: 'boolean',
        optional: true,
        brief: 'Ask the registry, too, or do not; by default if there is a token in the environment',
      },
      publisher: textFlag('The publisher, instead of PublisherId in pyproject.toml', 'id'),
    },
    positional: pathArgument('path', 'The folder of the node, or a zip'),
  },
  async run(call: Call, { remote, publisher }: Flags, path: string) {
    const [{ openChecked }, { inspectPackage }] = await Promise.all([
      import('../check/open-checked.ts'),
      import('../check/inspect-package.ts'),
    ]);
    await using checked = await openChecked(resolve(call.context.cwd, path));
    const { project, file, bytes, sha256, warnings, limits } = checked;
    const verdict = await inspectPackage(file, project, limits);
    const isAsked = remote ?? tokenOfEnvironment(call.context) !== undefined;
    return {
      node_id: project.nodeId,
      version: project.version,
      package: { bytes, sha256 },
      warnings,
      ...verdict,
      ...(isAsked && (await ask(call, checked, publisher, remote === true))),
    };
  },
  isOk: ({ outcome, dry_run, not_asked }) =>
    outcome === 'passed' && dry_run?.wouldPublish !== false && not_asked === undefined,
  text({ node_id, version, refusals, outcome, warnings, findings, extraction, dry_run, not_asked }, ink) {
    const lines = [
      ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
      ...refusals.map((refusal) => `${ink.red('refused')}  ${refusal}`),
      ...showFindings(findings, ink),
      ...showExtraction(extraction, ink),
      ...(dry_run === undefined ? [] : showDryRun(dry_run, ink)),
      ...(not_asked === undefined
        ? []
        : [`${ink.yellow('warning')}  The registry was not asked: ${not_asked}`]),
    ];
    const verdicts = {
      passed: ink.green('The checks pass.'),
      found: ink.red('The registry would hold it for a moderator.'),
      'could-not-check': ink.red(
        'It cannot be checked to its end, so the registry would hold it for a moderator.',
      ),
    };
    const verdict = outcome === undefined ? ink.red('The registry would refuse it.') : verdicts[outcome];
    const appNodes = extraction && `${count(extraction.app_nodes.length, 'app-node')}.`;
    return [...lines, [`${node_id} ${version}:`, verdict, appNodes].filter(Boolean).join(' ')].join('\n');
  },
});

/** What the registry says. Unless that was asked for outright, a registry that cannot be asked hides no local result. */
const ask = async (
  call: Call,
  { project, file }: Checked,
  publisher: string | undefined,
  isRequired: boolean,
): Promise<{ dry_run: DryRun } | { not_asked: string }> => {
  try {
    const publisherId = publisherOf(project, publisher);
    const [{ askRegistry }, { connectPublisher }] = await Promise.all([
      import('../publish/ask-registry.ts'),
      import('../publish/connect-publisher.ts'),
    ]);
    const question = { project, publisherId, file, now: call.context.now() };
    return { dry_run: await askRegistry(await connectPublisher(call), question) };
  } catch (error) {
    if (isRequired) throw error;
    return { not_asked: toCliError(error).message };
  }
};
