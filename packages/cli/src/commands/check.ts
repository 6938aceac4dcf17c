import { resolve } from 'node:path';
import type { DryRun } from '@patchbay/client';
import type { Call } from '../call.ts';
import { githubAnnotations } from '../check/github-annotations.ts';
import type { InspectedAppNode } from '../check/inspect-package.ts';
import { extractionSchema } from '../check/extraction-schema.ts';
import { type Checked as Said, notesOf } from '../check/notes.ts';
import { pathFrom } from '../check/path-from.ts';
import { sarif } from '../check/sarif.ts';
import type { Checked } from '../check/open-checked.ts';
import { showDryRun } from '../check/show-dry-run.ts';
import { extractionLines, showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { explainError } from '../explain-error.ts';
import { tokenOfEnvironment } from '../credentials/credentials.ts';
import type { Ink } from '../output/ink.ts';
import type { LocalVerdict } from '../check/inspect-package.ts';
import { count } from '../output/count.ts';
import type { NameFault } from '../pack/require-names.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';
import { otherBytes } from '../check/other-bytes.ts';
import { comparePublishedIn } from '../publish/compare-published.ts';
import { publisherOf } from '../publish/publisher-of.ts';

type Format = 'text' | 'sarif' | 'github';

interface Flags {
  readonly remote?: boolean;
  readonly publisher?: string;
  readonly format: Format;
}

export const check = command({
  brief: 'Check a node as the registry would',
  description:
    'Packs the project in a folder, or takes a zip, and runs the checks of the registry on it. With a token in the environment it also asks the registry what a publish would come to, which changes nothing there.',
  data: ({ Type, DryRun, Finding }) =>
    Type.Object({
      node_id: Type.String(),
      version: Type.String(),
      root: Type.Optional(
        Type.String({ description: 'The folder of the project from the current one; absent for a zip' }),
      ),
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
      extraction: Type.Optional(extractionSchema({ Type })),
      breaking: Type.Optional(
        Type.Array(Type.String(), {
          description: 'What breaks workflows of the latest version, if the number does not say so',
        }),
      ),
      dry_run: Type.Optional({ ...DryRun, description: 'What the registry says, if it was asked' }),
      published: Type.Optional(
        Type.Enum(['same', 'other'], {
          description: 'If the registry has the version: whether with these bytes',
        }),
      ),
      not_asked: Type.Optional(Type.String({ description: 'Why the registry could not be asked' })),
    }),
  parameters: {
    flags: {
      remote: {
        kind: 'boolean',
        optional: true,
        brief: 'Ask the registry, too, or do not; by default if there is a token in the environment',
      },
      format: {
        kind: 'enum',
        values: ['text', 'sarif', 'github'],
        default: 'text',
        brief: 'For people, as SARIF for code scanning, or as annotations of GitHub Actions',
      },
      publisher: textFlag('The publisher, instead of PublisherId in pyproject.toml', 'id'),
    },
    positional: pathArgument('path', 'The folder of the node, or a zip'),
  },
  async run(call: Call, { remote, publisher, format }: Flags, path: string) {
    if (call.isJson && format !== 'text')
      throw new CliError('usage', '--json and --format ask for two forms of the result.');
    const [{ openChecked }, { inspectPackage }, { nameRefusals }] = await Promise.all([
      import('../check/open-checked.ts'),
      import('../check/inspect-package.ts'),
      import('../pack/require-names.ts'),
    ]);
    const faults: NameFault[] = [];
    await using checked = await openChecked(resolve(call.context.cwd, path), undefined, faults);
    const { project, version, file, bytes, sha256, warnings, limits } = checked;
    const { verdict, appNodes } = await inspectPackage(
      file,
      project,
      publisher ?? project.publisherId,
      limits,
      nameRefusals(faults),
    );
    const { isOffline = false } = call.context;
    const isAsked = remote ?? (!isOffline && tokenOfEnvironment(call.context) !== undefined);
    return {
      node_id: project.nodeId,
      version,
      ...(checked.folder !== undefined && { root: pathFrom(call.context.cwd, checked.folder) }),
      package: { bytes, sha256 },
      warnings,
      ...verdict,
      ...(isAsked && (await ask(call, checked, appNodes, publisher, remote === true))),
    };
  },
  isOk: (data) => data.outcome === 'passed' && remoteFailure(data) === undefined,
  text(data, ink, { format }) {
    if (format === 'sarif') return sarif(notesOf(data));
    if (format === 'github') return [...githubAnnotations(notesOf(data)), verdictOf(data, ink)].join('\n');
    const { node_id, version, refusals, warnings, findings, extraction, published } = data;
    const { dry_run, not_asked, breaking = [] } = data;
    const lines = [
      ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
      ...refusals.map((refusal) => `${ink.red('refused')}  ${refusal}`),
      ...showFindings(findings, ink),
      ...(extraction === undefined ? [] : extractionLines(extraction)).map(
        (line) => `${ink.yellow('warning')}  ${line}`,
      ),
      ...breaking.map((sentence) => `${ink.yellow('warning')}  ${sentence}`),
      ...(dry_run === undefined ? [] : showDryRun(dry_run, ink, published !== undefined)),
      ...(published === undefined ? [] : [showPublished(published, { node_id, version }, ink)]),
      ...(not_asked === undefined
        ? []
        : [`${ink.yellow('warning')}  The registry was not asked: ${not_asked}`]),
    ];
    return [...lines, verdictOf(data, ink)].join('\n');
  },
});

interface Ended extends Said {
  readonly outcome?: NonNullable<LocalVerdict['outcome']>;
  readonly not_asked?: string;
}

/** Why a check whose package passes fails all the same. */
const remoteFailure = ({ dry_run, published, not_asked }: Ended): string | undefined => {
  if (not_asked !== undefined) return 'the registry was not asked';
  if (dry_run?.wouldPublish !== false || published === 'same') return undefined;
  return 'the registry would refuse it';
};

/** The line at the end. */
const verdictOf = (data: Ended, ink: Ink): string => {
  const { node_id, version, outcome, extraction } = data;
  const verdicts = {
    passed: hasWarnings(extraction)
      ? ink.yellow('The checks pass, with warnings.')
      : ink.green('The checks pass.'),
    found: ink.red('The registry would hold it for a moderator.'),
    'could-not-check': ink.red(
      'It cannot be checked to its end, so the registry would hold it for a moderator.',
    ),
  };
  const verdict = outcome === undefined ? ink.red('The registry would refuse it.') : verdicts[outcome];
  const appNodes = extraction && `${count(extraction.app_nodes.length, 'app-node')}.`;
  const reason = remoteFailure(data);
  // Else the verdict says why.
  const failure =
    outcome === 'passed' && reason !== undefined && ink.red(`The exit code is 1 because ${reason}.`);
  return [`${node_id} ${version}:`, verdict, appNodes, failure].filter(Boolean).join(' ');
};

/** Whether the host would load less than the author means, or nothing. */
const hasWarnings = (extraction: Ended['extraction']): boolean =>
  extraction !== undefined && (extraction.problems.length > 0 || extraction.app_nodes.length === 0);

const showPublished = (
  published: 'same' | 'other',
  { node_id: nodeId, version }: { readonly node_id: string; readonly version: string },
  ink: Ink,
): string => {
  if (published === 'same')
    return `${ink.dim('note')}  Version ${version} was published before with the same bytes. A publish would send nothing.`;
  const { message, next = '' } = otherBytes({ nodeId, version });
  return `${ink.red('refused')}  ${message} ${next}`;
};

type Answer = Pick<Said, 'published' | 'breaking'> & { readonly dry_run: DryRun };

const ask = async (
  call: Call,
  { project, version, file, sha256 }: Checked,
  appNodes: readonly InspectedAppNode[] | undefined,
  publisher: string | undefined,
  isRequired: boolean,
): Promise<Answer | { not_asked: string }> => {
  try {
    const publisherId = publisherOf(project, publisher);
    const [{ askRegistry }, { findBreaking }, { connectPublisher }] = await Promise.all([
      import('../publish/ask-registry.ts'),
      import('../publish/find-breaking.ts'),
      import('../publish/connect-publisher.ts'),
    ]);
    const question = { project, publisherId, file, now: call.context.now() };
    const connection = await connectPublisher(call);
    const answer = await askRegistry(connection, question);
    const candidate = { nodeId: project.nodeId, version, sha256 };
    const published = await comparePublishedIn(connection, answer, candidate);
    const breaking = await findBreaking(connection, project.nodeId, version, appNodes);
    return {
      dry_run: answer,
      ...(published !== undefined && { published: published.bytes }),
      ...(breaking.length > 0 && { breaking }),
    };
  } catch (error) {
    if (isRequired) throw error;
    const { tokenVariableOf } = await import('../publish/connect-publisher.ts');
    const { message, next } = await explainError(error, call, { variable: tokenVariableOf(call.context) });
    return { not_asked: [message, next].filter(Boolean).join(' ') };
  }
};
