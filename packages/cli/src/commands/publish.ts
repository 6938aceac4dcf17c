import type { Call } from '../call.ts';
import { extractionSchema } from '../check/extraction-schema.ts';
import { githubAnnotations, githubFailure } from '../check/github-annotations.ts';
import { notesOf } from '../check/notes.ts';
import { showDryRun } from '../check/show-dry-run.ts';
import { showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Ink } from '../output/ink.ts';
import { printable } from '../output/printable.ts';
import { status, wordOf } from '../output/status.ts';
import { pagePathOf } from '../page-path.ts';
import { yesFlag } from '../parameters/flags.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { switchFlag } from '../parameters/switch-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';
import { type Ending, endings, exitOf } from '../publish/outcomes.ts';
import type { PublishFlags } from '../publish/publish-project.ts';
import { reportToGithub, summaryOf } from '../publish/report-to-github.ts';
import { toCliError } from '../to-cli-error.ts';

type Flags = PublishFlags & { readonly format: 'text' | 'github' };

export const publish = command({
  brief: 'Publish a node',
  description:
    'Packs the project, checks the package, publishes the version, uploads the package and waits for the verdict of the registry. In a terminal, it lists the files and asks before the first version of a node. After any failure, run it again: it ends in one version.',
  data: ({ Type, DryRun, Finding, NodeVersion }) =>
    Type.Object({
      registry: Type.String(),
      publisher_id: Type.String(),
      node_id: Type.String(),
      version: Type.String(),
      package: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
      root: Type.Optional(
        Type.String({ description: 'The folder of the project from the current one; absent for a zip' }),
      ),
      warnings: Type.Array(Type.String(), { description: 'About the choice of files' }),
      outcome: Type.Enum(['active', 'held', 'pending', 'sent', 'stopped', 'dry-run'], {
        description:
          'Pending: the time was up; sent: nobody waited; stopped: nothing was sent because of the findings',
      }),
      was_published: Type.Boolean({ description: 'Whether the registry had the package before' }),
      findings: Type.Array(Finding),
      extraction: Type.Optional(extractionSchema({ Type })),
      breaking: Type.Optional(
        Type.Array(Type.String(), {
          description: 'What breaks workflows of the latest version, if the number does not say so',
        }),
      ),
      dry_run: Type.Optional(DryRun),
      would: Type.Optional(
        Type.Enum(['active', 'unchanged', 'held', 'stopped', 'refused'], {
          description: 'What a publish would come to, of a dry run',
        }),
      ),
      node_version: Type.Optional(NodeVersion),
      reason: Type.Optional(Type.String({ description: 'Why it is held' })),
      way_out: Type.Optional(Type.String({ description: 'Who can resolve that, and how' })),
    }),
  events: ({ Type, Finding, NodeVersion }) => ({
    packed: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
    checked: Type.Object({ outcome: Type.String(), findings: Type.Array(Finding) }),
    warning: Type.Object({ warning: Type.String() }),
    published: Type.Object({ node_version: NodeVersion }),
    retrying: Type.Object({ attempt: Type.Integer() }),
    uploading: Type.Object({ sent_bytes: Type.Integer(), total_bytes: Type.Integer() }),
    uploaded: Type.Object({ was_published: Type.Boolean() }),
    waiting: Type.Object({ waits_for: Type.String() }),
  }),
  parameters: {
    flags: {
      publisher: textFlag('The publisher, instead of PublisherId in pyproject.toml', 'id'),
      changelog: textFlag('What changed in this version'),
      dryRun: switchFlag('Say what a publish would do, and change nothing'),
      held: switchFlag('Publish although a moderator will have to look at what the checks found'),
      yes: yesFlag,
      wait: { kind: 'boolean', brief: 'Wait for the verdict of the registry', default: true },
      format: {
        kind: 'enum',
        values: ['text', 'github'],
        default: 'text',
        brief: 'For people, or as annotations, outputs and summary of GitHub Actions',
      },
      timeout: integerFlag('How many seconds to wait', 1, 86_400, 600),
    },
    positional: pathArgument('path', 'The folder of the node, or a zip'),
  },
  async run(call: Call, { format, ...flags }: Flags, path: string) {
    const { publishProject } = await import('../publish/publish-project.ts');
    if (format === 'text') return publishProject(call, flags, path);
    if (call.isJson) throw new CliError('usage', '--json and --format ask for two forms of the result.');
    try {
      // A job of a CI answers no question.
      const data = await publishProject(call, { ...flags, yes: true }, path);
      const { registry, node_id, version } = data;
      await reportToGithub(call.context, {
        outputs: {
          outcome: endOf(data),
          node: node_id,
          version,
          url: registry + pagePathOf(node_id, version),
          sha256: data.package.sha256,
        },
        summary: summaryOf(notesOf({ ...data, refusals: [] }), `${node_id} ${version} ${sentenceOf(data)}`),
      });
      return data;
    } catch (thrown) {
      call.context.stdout.write(`${printable(githubFailure(toCliError(thrown))).join('\n')}\n`);
      throw thrown;
    }
  },
  isOk: (data) => exitOf(endOf(data), data.dry_run) === 'ok',
  exit: (data) => exitOf(endOf(data), data.dry_run),
  text(data, ink, { format }) {
    const { registry, node_id, version, outcome, warnings, findings } = data;
    const { dry_run, way_out, breaking = [] } = data;
    const said =
      format === 'github'
        ? githubAnnotations(notesOf({ ...data, refusals: [] }))
        : [
            ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
            ...showFindings(findings, ink),
            ...breaking.map((sentence) => `${ink.yellow('warning')}  ${sentence}`),
            ...(dry_run === undefined ? [] : showDryRun(dry_run, ink, data.was_published)),
          ];
    return [
      ...said,
      `${ink.bold(`${node_id} ${version}`)} ${sentenceOf(data, ink)}`,
      ...(outcome === 'active'
        ? [`Page     ${registry}${pagePathOf(node_id, version)}`, `Install  patchbay install ${node_id}`]
        : []),
      ...(way_out === undefined ? [] : [way_out]),
    ].join('\n');
  },
});

interface Ended {
  readonly registry: string;
  readonly outcome: Outcome;
  readonly was_published: boolean;
  readonly would?: Ending;
  readonly node_version?: { readonly status: string };
  readonly reason?: string;
}

/** What became of it, or would. */
const sentenceOf = (data: Ended, ink?: Ink): string => {
  const { registry, outcome, node_version, reason, was_published } = data;
  const shown = node_version?.status ?? '';
  const facts = { registry, status: ink === undefined ? wordOf(shown) : status(ink, shown), reason };
  const end = endOf(data);
  const isKnown = outcome !== 'dry-run' || (end === 'held' && was_published);
  return (isKnown ? endings[end].is : endings[end].wouldBe)?.(facts) ?? '';
};

type Outcome = Exclude<Ending, 'unchanged' | 'refused'> | 'dry-run';

const endOf = (data: Pick<Ended, 'outcome' | 'was_published' | 'would'>): Ending => {
  const { outcome, was_published: wasPublished, would = 'refused' } = data;
  if (outcome === 'dry-run') return would;
  return outcome === 'active' && wasPublished ? 'unchanged' : outcome;
};
