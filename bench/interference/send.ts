// Prepares to publish every package it receives. On a signal it publishes all of them at once, and ends when the last
// one has been checked and extracted.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { readPackageMetadata } from '../../packages/inspect/src/archive/package-metadata.ts';
import { readArchive } from '../../packages/inspect/src/archive/read-archive.ts';
import { publication } from '../../packages/server/test/support/build.ts';
import { Client } from '../../packages/server/test/support/client.ts';

// Real uploaders are other machines: they must not take processor time from the measured server.
setPriority(constants.priority.PRIORITY_LOW);

process.once('disconnect', () => process.exit());

const pollMs = 1_000;
const [, , url = '', session = '', token = '', ...files] = process.argv;
const client = new Client(url, session);
const anyone = new Client(url);

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
  const asked = await client.post(`/publishers/pace/nodes/${name}/versions`, publication(token, version));
  if (asked.status !== 201) return `publish answers ${asked.status}`;
  const sent = await client.upload(asked.json.signedUrl, bytes);
  if (sent.status !== 200) return `upload answers ${sent.status}`;
  for (;;) {
    const { status, app_node_extract_status } = (await anyone.get(`/nodes/${name}/versions/${version}`)).json;
    if (status !== 'NodeVersionStatusPending' && app_node_extract_status !== 'pending') {
      return `${String(status).slice('NodeVersionStatus'.length)}, ${app_node_extract_status}`;
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
