import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { publicationOf } from '@patchbay/inspect/project';
import type { Call } from '../call.ts';
import { inspectPackage } from '../check/inspect-package.ts';
import { type Checked, openChecked } from '../check/open-checked.ts';
import { extractionLines } from '../check/show-findings.ts';
import { pathFrom } from '../check/path-from.ts';
import type { Connection } from '../connect.ts';
import { CliError } from '../errors.ts';
import { explainError } from '../explain-error.ts';
import { count } from '../output/count.ts';
import { sizeText } from '../output/size.ts';
import { type PackageLimits, usualLimits } from '../pack/package-limits.ts';
import { askRegistry } from './ask-registry.ts';
import { otherBytes } from '../check/other-bytes.ts';
import { comparePublishedIn, isPublished } from './compare-published.ts';
import { confirmFirst } from './confirm-first.ts';
import { connectPublisher, tokenVariableOf } from './connect-publisher.ts';
import { findBreaking } from './find-breaking.ts';
import { endingOf } from './outcomes.ts';
import { patientConnection } from './patient-connection.ts';
import { publisherOf } from './publisher-of.ts';
import { publishingToken } from './publishing-token.ts';
import { sendPackage } from './send-package.ts';
import { trustedConnection } from './trusted-connection.ts';
import { waitForVerdict } from './wait-for-verdict.ts';

/** What this registry takes. */
const readLimits = async ({ api, client }: Connection): Promise<PackageLimits> => {
  const { settings } = await api.getLimits(client);
  return {
    packageBytesMax: settings['package_bytes_max'] ?? usualLimits.packageBytesMax,
    unpackedBytesMax: settings['package_unpacked_bytes_max'] ?? usualLimits.unpackedBytesMax,
    entriesMax: settings['package_entries_max'] ?? usualLimits.entriesMax,
    ratioMax: settings['package_ratio_max'] ?? usualLimits.ratioMax,
  };
};

/** Reports an upload in steps of this much. */
const stepPercent = 5;

const makeProgress = ({ event }: Call): ((sentBytes: number, totalBytes: number) => void) => {
  let reported = -1;
  return (sentBytes, totalBytes) => {
    const percent = Math.floor((sentBytes / totalBytes) * 100);
    // An upload that starts again is reported again.
    const step = Math.floor(percent / stepPercent);
    if (step === reported) return;
    reported = step;
    event('uploading', { sent_bytes: sentBytes, total_bytes: totalBytes }, `Uploading: ${percent} %`, {
      passes: true,
    });
  };
};

export interface PublishFlags {
  readonly publisher?: string;
  readonly changelog?: string;
  readonly dryRun: boolean;
  readonly held: boolean;
  /** Whether nobody is asked. */
  readonly yes: boolean;
  readonly wait: boolean;
  readonly timeout: number;
}

/** Packs the project in a folder, or takes a zip, and brings it to an end at the registry, or says what that would do. */
export const publishProject: typeof bringToEnd = async (call, flags, path) => {
  try {
    return await bringToEnd(call, flags, path);
  } catch (error) {
    throw await explainError(error, call, { variable: tokenVariableOf(call.context) });
  }
};

const bringToEnd = async (
  call: Call,
  { publisher, dryRun, held, yes, ...flags }: PublishFlags,
  path: string,
) => {
  const opened = patientConnection(await connectPublisher(call), call);
  await using checked = await openChecked(resolve(call.context.cwd, path), await readLimits(opened));
  const { project, version, file, bytes, sha256, warnings, limits } = checked;
  const publisherId = publisherOf(project, publisher);
  call.event('packed', { bytes, sha256 }, `Packed: ${sizeText(bytes)}.`);

  const { verdict, appNodes } = await inspectPackage(file, project, publisherId, limits);
  const { refusals, findings, outcome, extraction } = verdict;
  if (outcome === undefined || extraction === undefined) throw refused(refusals);
  const counts = [count(findings.length, 'finding'), count(extraction.app_nodes.length, 'app-node')];
  call.event('checked', { outcome, findings }, `Checked: ${counts.join(', ')}.`);
  for (const warning of extractionLines(extraction))
    call.event('warning', { warning }, `warning  ${warning}`);
  const { registry } = opened;
  const { nodeId } = project;
  const breaking = await findBreaking(opened, nodeId, version, appNodes);
  const summary = {
    registry,
    publisher_id: publisherId,
    node_id: nodeId,
    version,
    package: { bytes, sha256 },
    ...(checked.folder !== undefined && { root: pathFrom(call.context.cwd, checked.folder) }),
    warnings,
    findings,
    extraction,
    ...(breaking.length > 0 && { breaking }),
    was_published: false,
  };
  const candidate = { nodeId, version, sha256 };
  const isStopped = outcome !== 'passed' && !held && !(await isPublished(opened, candidate));
  if (isStopped && !dryRun) return { ...summary, outcome: 'stopped' as const };
  const connection = await trustedConnection(call.context, opened, { publisherId, nodeId });
  if (dryRun) {
    const question = { project, publisherId, file, changelog: flags.changelog, now: call.context.now() };
    const answer = await askRegistry(connection, question);
    const published = await comparePublishedIn(connection, answer, candidate);
    if (published?.bytes === 'other' && !isStopped) throw otherBytes({ nodeId, version });
    const same = published?.bytes === 'same' ? published.version : undefined;
    return {
      ...summary,
      was_published: same !== undefined,
      outcome: 'dry-run' as const,
      dry_run: answer,
      ...endingOf(answer, { isStopped, same }),
      ...(same !== undefined && { node_version: same }),
    };
  }
  if (!yes) await confirmFirst(call, connection, checked);
  return { ...summary, ...(await send(call, connection, checked, publisherId, flags)) };
};

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
  { project, version, file, sha256 }: Checked,
  publisherId: string,
  { changelog, wait, timeout }: Pick<PublishFlags, 'changelog' | 'wait' | 'timeout'>,
) => {
  const { nodeId } = project;
  await using made = await publishingToken(connection, publisherId, call.context.now());
  const was_published = await sendPackage(connection, {
    publication: publicationOf(project, publisherId, { token: made.token, changelog }),
    version,
    bytes: await openAsBlob(file, { type: 'application/zip' }),
    sha256,
    onPublished: (node_version) => call.event('published', { node_version }, `Created: version ${version}.`),
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
        call.event(
          'waiting',
          { waits_for },
          waits_for === 'nothing' ? undefined : `Waiting for ${waits_for} …`,
          { passes: true },
        ),
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
