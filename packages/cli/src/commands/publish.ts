import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { publicationOf } from '@patchbay/inspect/project';
import type { Call } from '../call.ts';
import { type Checked, openChecked } from '../check/open-checked.ts';
import { showDryRun } from '../check/show-dry-run.ts';
import { showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import type { Connection } from '../connect.ts';
import { CliError } from '../errors.ts';
import { count } from '../output/count.ts';
import { status } from '../output/status.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { switchFlag } from '../parameters/switch-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';
import { askRegistry } from '../publish/ask-registry.ts';
import { connectPublisher } from '../publish/connect-publisher.ts';
import { makeProgress } from '../publish/make-progress.ts';
import { publisherOf } from '../publish/publisher-of.ts';
import { publishingToken } from '../publish/publishing-token.ts';
import { readLimits } from '../publish/read-limits.ts';
import { sendPackage } from '../publish/send-package.ts';
import { waitForVerdict } from '../publish/wait-for-verdict.ts';

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
    'Packs the project, checks the package, publishes the version, uploads the package and waits for the verdict of the registry. After any failure, run it again: it ends in one version.',
  data: ({ Type, DryRun, Finding, NodeVersion }) =>
    Type.Object({
      registry: Type.String(),
      publisher_id: Type.String(),
      node_id: Type.String(),
      version: Type.String(),
      package: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
      warnings: Type.Array(Type.String(), { description: 'About the choice of files' }),
      outcome: Type.Enum(['active', 'held', 'pending', 'sent', 'stopped', 'dry-run'], {
        description:
          'Pending: the time was up; sent: nobody waited; stopped: nothing was sent because of the findings',
      }),
      was_published: Type.Boolean({ description: 'Whether the registry had the package before' }),
      findings: Type.Array(Finding),
      dry_run: Type.Optional(DryRun),
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
      publisher: textFlag('The publisher, instead of PublisherId in pyproject.toml', 'id'),
      changelog: textFlag('What changed in this version'),
      dryRun: switchFlag('Say what would come of it, and change nothing'),
      held: switchFlag('Publish although a moderator will have to look at what the checks found'),
      wait: { kind: 'boolean', brief: 'Wait for the verdict of the registry', default: true },
      timeout: integerFlag('How many seconds to wait', 1, 86_400, 600),
    },
    positional: pathArgument('path', 'The folder of the node, or a zip'),
  },
  async run(call: Call, { publisher, dryRun, held, ...flags }: Flags, path: string) {
    const connection = await connectPublisher(call);
    await using checked = await openChecked(resolve(call.context.cwd, path), await readLimits(connection));
    const { project, file, bytes, sha256, warnings, limits } = checked;
    const publisherId = publisherOf(project, publisher);
    call.event('packed', { bytes, sha256 }, `Packed: ${count(bytes, 'byte')}.`);

    const { inspectPackage } = await import('../check/inspect-package.ts');
    const { refusals, findings, outcome } = await inspectPackage(file, project, limits);
    if (outcome === undefined) throw refused(refusals);
    call.event('checked', { outcome, findings }, `Checked: ${count(findings.length, 'finding')}.`);
    const { registry } = connection;
    const { nodeId, version } = project;
    const summary = {
      registry,
      publisher_id: publisherId,
      node_id: nodeId,
      version,
      package: { bytes, sha256 },
      warnings,
      findings,
      was_published: false,
    };
    if (dryRun) {
      const question = { project, publisherId, file, changelog: flags.changelog, now: call.context.now() };
      const answer = await askRegistry(connection, question);
      return { ...summary, outcome: 'dry-run' as const, dry_run: answer };
    }
    if (outcome !== 'passed' && !held) return { ...summary, outcome: 'stopped' as const };
    return { ...summary, ...(await send(call, connection, checked, publisherId, flags)) };
  },
  isOk: ({ outcome, dry_run, findings }) =>
    outcome === 'dry-run'
      ? dry_run?.wouldPublish === true && findings.every(({ severity }) => severity !== 'error')
      : outcome === 'active' || outcome === 'sent',
  text({ registry, node_id, version, outcome, warnings, findings, node_version, ...rest }, ink) {
    const what = ink.bold(`${node_id} ${version}`);
    const ends = {
      active: `${what} is ${status(ink, 'Active')} on ${registry}`,
      held: `${what} is ${status(ink, node_version?.status ?? '')}: ${rest.reason ?? 'no reason is given.'}`,
      pending: `${what} is still being checked. Run the command again to wait further.`,
      sent: `${what} is uploaded. Run the command again to see what became of it.`,
      stopped: `${what} was not sent: a moderator would have to look at it. Correct it, or publish with --held.`,
      'dry-run': `${what} ${rest.dry_run?.wouldPublish ? 'would be accepted' : 'would be refused'} by ${registry}`,
    };
    return [
      ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
      ...showFindings(findings, ink),
      ...(rest.dry_run === undefined ? [] : showDryRun(rest.dry_run, ink)),
      ends[outcome],
      ...(node_version?.downloadUrl === undefined ? [] : [ink.dim(node_version.downloadUrl)]),
      ...(rest.way_out === undefined ? [] : [rest.way_out]),
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

const send = async (
  call: Call,
  connection: Connection,
  { project, file, sha256 }: Checked,
  publisherId: string,
  { changelog, wait, timeout }: Pick<Flags, 'changelog' | 'wait' | 'timeout'>,
) => {
  const { nodeId, version } = project;
  await using made = await publishingToken(connection, publisherId, call.context.now());
  const was_published = await sendPackage(connection, {
    publication: publicationOf(project, publisherId, { token: made.token, changelog }),
    bytes: await openAsBlob(file, { type: 'application/zip' }),
    sha256,
    onPublished: (node_version) => call.event('published', { node_version }, `Published: ${version}.`),
    onProgress: makeProgress(call),
  });
  call.event('uploaded', { was_published }, was_published ? 'It was uploaded before.' : 'Uploaded.');
  if (!wait) return { was_published, outcome: 'sent' as const };
  const { status, status_reason, way_out, findings } = await waitForVerdict(
    connection,
    { nodeId, version },
    {
      timeoutMs: timeout * 1_000,
      onLook: ({ waits_for = 'nothing' }) =>
        call.event('waiting', { waits_for }, `Waiting for ${waits_for} …`, { passes: true }),
    },
  );
  return {
    was_published,
    outcome: outcomes[status],
    findings,
    node_version: await connection.api.getVersion(connection.client, { nodeId, version }),
    ...(status_reason !== undefined && { reason: status_reason }),
    ...(way_out !== undefined && { way_out }),
  };
};

const refused = (refusals: readonly string[]): CliError =>
  new CliError('invalid_package', 'The registry would refuse the package.', {
    details: refusals.map((message) => ({ path: 'package', message })),
  });
