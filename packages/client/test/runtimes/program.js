// What publishers and hosts do with the SDK, in the language that every runtime reads without a compiler. Prints what came
// of it as one line of JSON.
import {
  RegistryError,
  createClient,
  downloadPackage,
  getNode,
  getVersion,
  installNode,
  itemsOf,
  listNodes,
  memoryCache,
  publishVersion,
  uploadPackage,
} from '@patchbay/client';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const [url, token, publisherId, archive] = process.argv.slice(2);
const anonymous = createClient({ url });
const client = createClient({ url, token });
const nodeId = `${publisherId}-image-tools`;

const { signedUrl } = await publishVersion(client, {
  publisherId,
  nodeId,
  body: {
    node: { name: 'Image tools' },
    node_version: { version: '1.0.0' },
    personal_access_token: token,
  },
});
const bytes = await readFile(archive);
let lastProgress;
await uploadPackage(client, signedUrl, new Blob([bytes]), {
  onProgress: (sent, total) => (lastProgress = [sent, total]),
});
const read = () => getVersion(client, { nodeId, version: '1.0.0' });
while ((await read()).status === 'NodeVersionStatusPending') await wait(100);

const downloaded = await downloadPackage(client, await installNode(anonymous, { nodeId }));
const listed = await Array.fromAsync(itemsOf(listNodes, anonymous, { limit: 1 }), ({ id }) => id);
const cached = createClient({ url, cache: memoryCache() });
await getNode(cached, { nodeId });
/** The name of the error that a call throws, and its code. */
const errorOf = (call) =>
  call.then(
    () => 'none',
    (error) => (error instanceof RegistryError ? `${error.name} ${error.code}` : error.name),
  );

process.stdout.write(
  JSON.stringify({
    uploaded: lastProgress?.join() === [bytes.length, bytes.length].join(),
    status: (await read()).status,
    isSame: Buffer.from(downloaded).equals(bytes),
    isListed: listed.includes(nodeId),
    notModified: (await getNode(cached, { nodeId })).id === nodeId,
    refused: await errorOf(installNode(anonymous, { nodeId, version: '9.9.9' })),
    aborted: await errorOf(getNode(anonymous, { nodeId }, { signal: AbortSignal.abort() })),
    unreachable: await errorOf(getNode(createClient({ url: 'http://127.0.0.1:9', retries: 0 }), { nodeId })),
  }),
);
