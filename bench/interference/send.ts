// Prepares to publish every package it receives. On a signal it publishes all of them at once, and ends when the last
// one has been checked and extracted.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { RegistryError, createClient, getVersion, publishVersion, uploadPackage } from '@patchbay/client';
import { readPackageMetadata } from '../../packages/inspect/src/archive/package-metadata.ts';
import { readArchive } from '../../packages/inspect/src/archive/read-archive.ts';
import { publication } from '../../packages/server/test/support/build.ts';

// Real uploaders are other machines: they must not take processor time from the measured server.
setPriority(constants.priority.PRIORITY_LOW);

process.once('disconnect', () => process.exit());

const pollMs = 1_000;
const [, , url = '', session = '', token = '', ...files] = process.argv;
// As a tool of a publisher without retries: what goes wrong under load is told and not covered up.
const client = createClient({ url, token: session, retries: 0 });
const anyone = createClient({ url });

interface Prepared {
  name: string;
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const prepare = async (file: string, index: number): Promise<Prepared> => {
  await using archive = await readArchive(file);
  const metadata = await readPackageMetadata(archive);
  const { name = `package-${index}`, version = '1.0.0' } = metadata.ok ? metadata.declared : {};
  return { name, version, bytes: new Uint8Array(await readFile(file)) };
};

const publish = async ({ name, version, bytes }: Prepared): Promise<string> => {
  try {
    const { signedUrl } = await publishVersion(client, {
      publisherId: 'pace',
      nodeId: name,
      body: publication(token, version),
    });
    await uploadPackage(client, signedUrl, new Blob([bytes]));
  } catch (error) {
    if (error instanceof RegistryError) return `refused with ${error.status}`;
    throw error;
  }
  for (;;) {
    const { status, app_node_extract_status } = await getVersion(anyone, { nodeId: name, version });
    if (status !== 'NodeVersionStatusPending' && app_node_extract_status !== 'pending') {
      return `${status.slice('NodeVersionStatus'.length)}, ${app_node_extract_status}`;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const prepared = await Promise.all(files.map(prepare));
const told = once(process, 'message');
process.send?.('ready');
await told;
const outcomes = Map.groupBy(await Promise.all(prepared.map(publish)), (outcome) => outcome);
process.send?.(Object.fromEntries([...outcomes].map(([outcome, { length }]) => [outcome, length])), () =>
  process.disconnect(),
);
