import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import type { Call } from '../call.ts';
import { openChecked } from '../check/open-checked.ts';
import { showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { count } from '../output/count.ts';
import { status } from '../output/status.ts';
import { connectPublisher } from '../publish/connect-publisher.ts';
import { publicationOf } from '../publish/publication-of.ts';
import { publishingToken } from '../publish/publishing-token.ts';
import { readLimits } from '../publish/read-limits.ts';
import { sendPackage } from '../publish/send-package.ts';
import { makeProgress } from '../publish/make-progress.ts';
import { waitForVerdict } from '../publish/wait-for-verdict.ts';

const parseSeconds = (text: string): number => {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new RangeError('it must be a number from 1 to 86400');
  return seconds;
};

interface Flags {
  readonly publisher?: string;
  readonly changelog?: string;
  readonly dryRun: boolean;
  readonly held: boolean;
  readonly wait: boolean;
  readonly timeout: number;
}

export const publish = command({
  brief: 'Publish a node',
  description:
    'Packs the project, checks the package, publishes the version, uploads the package and waits for the verdict of the registry. Run it again after any failure: it goes on from where it was, and ends in one version.',
  data: ({ Type, Finding, NodeVersion }) =>
    Type.Object({
      registry: Type.String(),
      publisher_id: Type.String(),
      node_id: Type.String(),
      version: Type.String(),
      package: Type.Object({
        files: Type.Optional(Type.Integer()),
        bytes: Type.Integer(),
        sha256: Type.String(),
      }),
      warnings: Type.Array(Type.String(), { description: 'About the choice of files' }),
      outcome: Type.Enum(['active', 'held', 'pending', 'sent', 'checked', 'stopped'], {
        description:
          'Pending: nobody knows yet; sent: nobody waited; checked: it was a dry run; stopped: nothing was sent because of the findings',
      }),
      was_published: Type.Boolean({ description: 'Whether the registry had the package before' }),
      findings: Type.Array(Finding),
      node_version: Type.Optional(NodeVersion),
      reason: Type.Optional(Type.String({ description: 'Why it is held' })),
      way_out: Type.Optional(Type.String({ description: 'Who can resolve that, and how' })),
    }),
  events: ({ Type, Finding, NodeVersion }) => ({
    packed: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
    checked: Type.Object({ outcome: Type.String(), findings: Type.Array(Finding) }),
    published: Type.Object({ node_version: NodeVersion }),
    uploading: Type.Object({ sent_bytes: Type.Integer(), total_bytes: Type.Integer() }),
    uploaded: Type.Object({ was_published: Type.Boolean() }),
    waiting: Type.Object({ waits_for: Type.String() }),
  }),
  parameters: {
    flags: {
      publisher: {
        kind: 'parsed',
        parse: String,
        optional: true,
        placeholder: 'id',
        brief: 'The publisher, instead of PublisherId in pyproject.toml',
      },
      changelog: {
        kind: 'parsed',
        parse: String,
        optional: true,
        placeholder: 'text',
        brief: 'What changed in this version',
      },
      dryRun: {
        kind: 'boolean',
        brief: 'Pack and check, and send nothing',
        default: false,
        withNegated: false,
      },
      held: {
        kind: 'boolean',
        brief: 'Publish although the checks find something: a moderator will have to look',
        default: false,
        withNegated: false,
      },
      wait: { kind: 'boolean', brief: 'Wait for the verdict of the registry', default: true },
      timeout: {
        kind: 'parsed',
        parse: parseSeconds,
        default: '600',
        placeholder: 'seconds',
        brief: 'How long to wait',
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: String, placeholder: 'path', brief: 'The folder of the node, or a zip', default: '.' },
      ],
    },
  },
  async run(call: Call, { publisher, changelog, dryRun, held, wait, timeout }: Flags, path: string) {
    const connection = await connectPublisher(call);
    await using checked = await openChecked(resolve(call.context.cwd, path), await readLimits(connection));
    const { project, file, bytes, sha256, warnings, limits } = checked;
    const publisherId = publisher ?? project.publisherId;
    if (publisherId === undefined) throw noPublisher();
    call.event('packed', { bytes, sha256 }, `Packed ${count(bytes, 'byte')}.`);

    const { inspectPackage } = await import('../check/inspect-package.ts');
    const verdict = await inspectPackage(file, project, limits);
    const { refusals, findings, outcome } = verdict;
    if (outcome === undefined) throw refused(refusals);
    call.event('checked', { outcome, findings }, `Checked: ${count(findings.length, 'finding')}.`);
    const { nodeId, version } = project;
    const summary = {
      registry: connection.registry,
      publisher_id: publisherId,
      node_id: nodeId,
      version,
      package: { bytes, sha256 },
      warnings,
      findings,
      was_published: false,
    };
    if (outcome !== 'passed' && !held) return { ...summary, outcome: 'stopped' as const };
    if (dryRun) return { ...summary, outcome: 'checked' as const };

    await using made = await publishingToken(connection, publisherId, call.context.now());
    const wasPublished = await sendPackage(connection, {
      publication: publicationOf(project, publisherId, { token: made.token, changelog }),
      bytes: await openAsBlob(file, { type: 'application/zip' }),
      sha256,
      onPublished: (node_version) => call.event('published', { node_version }, `Published ${version}.`),
      onProgress: makeProgress(call),
    });
    call.event(
      'uploaded',
      { was_published: wasPublished },
      wasPublished ? 'The package was uploaded before.' : 'Uploaded.',
    );
    if (!wait) return { ...summary, was_published: wasPublished, outcome: 'sent' as const };

    const verdictOfRegistry = await waitForVerdict(
      connection,
      { nodeId, version },
      {
        timeoutMs: timeout * 1_000,
        onLook: ({ waits_for = 'nothing' }) =>
          call.event('waiting', { waits_for }, `Waiting for ${waits_for} …`, { passes: true }),
      },
    );
    const { status: state, status_reason, way_out } = verdictOfRegistry;
    return {
      ...summary,
      was_published: wasPublished,
      findings: verdictOfRegistry.findings,
      node_version: await connection.api.getVersion(connection.client, { nodeId, version }),
      outcome: outcomes[state],
      ...(status_reason !== undefined && { reason: status_reason }),
      ...(way_out !== undefined && { way_out }),
    };
  },
  isOk: ({ outcome }) => !['held', 'pending', 'stopped'].includes(outcome),
  text({ registry, node_id, version, outcome, warnings, findings, node_version, reason, way_out }, ink) {
    const what = ink.bold(`${node_id} ${version}`);
    const ends = {
      active: `${what} is ${status(ink, 'Active')} on ${registry}`,
      held: `${what} is ${status(ink, node_version?.status ?? 'Flagged')}: ${reason ?? 'no reason is given'}`,
      pending: `${what} is still being checked. Run the command again to wait further.`,
      sent: `${what} is on its way. Run \`patchbay publish\` again to see what became of it.`,
      checked: `${what} can be published.`,
      stopped: `${what} was not sent: a moderator would have to look at it. Correct it, or publish with --held.`,
    };
    return [
      ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
      ...showFindings(findings, ink),
      ends[outcome],
      ...(node_version?.downloadUrl === undefined ? [] : [ink.dim(node_version.downloadUrl)]),
      ...(outcome === 'held' && way_out !== undefined ? [way_out] : []),
    ].join('\n');
  },
});

const outcomes = {
  NodeVersionStatusActive: 'active',
  NodeVersionStatusPending: 'pending',
  NodeVersionStatusFlagged: 'held',
  NodeVersionStatusBanned: 'held',
  NodeVersionStatusDeleted: 'held',
} as const;

const noPublisher = (): CliError =>
  new CliError('invalid_project', 'The publisher is missing.', {
    next: 'Give --publisher, or run `patchbay init` to write it into pyproject.toml.',
  });

const refused = (refusals: readonly string[]): CliError =>
  new CliError('invalid_package', 'The registry would refuse the package.', {
    details: refusals.map((message) => ({ path: 'package', message })),
  });
