import { confirm } from '../ask/confirm.ts';
import type { Call } from '../call.ts';
import type { Checked } from '../check/open-checked.ts';
import type { Connection } from '../connect.ts';
import { identify } from '../credentials/identify.ts';
import { columns } from '../output/columns.ts';
import { count } from '../output/count.ts';
import { printable } from '../output/printable.ts';
import { sizeText } from '../output/size.ts';
import { versionStatuses } from '../output/status.ts';

/** Files that are shown. */
const shownMax = 20;

/**
 * Lists the files of the package and asks whether to publish them, if the registry has no version of the node yet and
 * somebody can answer. Throws `cancelled` after a no.
 */
export const confirmFirst = async (
  call: Call,
  connection: Connection,
  { project, files, bytes, folder }: Checked,
): Promise<void> => {
  if (!call.isInteractive || (await hasVersions(connection, project.nodeId))) return;
  // Nobody is asked for a token that would be refused afterwards.
  await requireKnownToken(connection);
  const rest = files.length - shownMax;
  const where = folder === undefined ? '' : ', which `patchbay pack --list` shows';
  const lines = [
    // What passes may be on the line.
    '',
    `The package has ${count(files.length, 'file')}, ${sizeText(bytes)}:`,
    columns(printable(files.slice(0, shownMax).map(({ path, rule = '' }) => ['', path, rule]))),
    ...(rest > 0 ? [`  and ${rest.toLocaleString('en')} more${where}`] : []),
  ];
  call.context.stderr.write(`${lines.join('\n')}\n`);
  await confirm(call, false, 'Publish these files?', { initial: true });
};

const hasVersions = async ({ api, client }: Connection, nodeId: string): Promise<boolean> => {
  try {
    return (await api.listNodeVersions(client, { nodeId, statuses: versionStatuses, limit: 1 })).length > 0;
  } catch (error) {
    if (error instanceof api.RegistryError && error.code === 'node_not_found') return false;
    throw error;
  }
};

/** Throws if the registry does not take the token. Whatever else it refuses, the publish meets again. */
const requireKnownToken = async (connection: Connection): Promise<void> => {
  try {
    await identify(connection);
  } catch (error) {
    const { RegistryError } = connection.api;
    if (!(error instanceof RegistryError) || error.code === 'unauthenticated') throw error;
  }
};
