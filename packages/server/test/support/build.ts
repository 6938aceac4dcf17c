import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { findVersionById } from '../../src/store/rows/versions.ts';
import type { Client } from './client.ts';
import type { TestServer } from './start-server.ts';
import { until } from './until.ts';

/** A zip with these files, byte for byte the same each time. */
export const zip = async (
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date('2026-01-01T00:00:00Z') });
  }
  archive.end();
  return new Uint8Array(await buffer(archive.outputStream));
};

let ids = 0;

/** An id that no other test of the process uses. */
export const uniqueId = (prefix: string): string => `${prefix}-${(ids += 1)}`;

export interface Publisher {
  id: string;
  owner: Client;
  token: string;
}

/** A publisher with its owner and a personal access token that may do everything and never ends. */
export const makePublisher = async (server: TestServer, id: string): Promise<Publisher> => {
  const owner = await server.user(`owner-of-${id}`);
  const made = await owner.post('/publishers', { id, name: `Publisher ${id}` });
  assert.equal(made.status, 201, made.text);
  const reply = await owner.post(`/publishers/${id}/tokens`, {
    name: 'all',
    actions: ['publish', 'edit', 'delete'],
    expiresAt: 'never',
  });
  assert.equal(reply.status, 201, reply.text);
  return { id, owner, token: reply.json.token };
};

/** Makes a user a member of a publisher, by an invitation that they accept. Returns the membership. */
export const addMember = async (
  { id, owner }: Pick<Publisher, 'id' | 'owner'>,
  guest: Client,
  role: 'owner' | 'member' = 'member',
): Promise<{ id: string; user: { id: string; email: string } }> => {
  const { email } = (await guest.get('/users')).json;
  const invited = await owner.post(`/publishers/${id}/members`, { email, role });
  assert.equal(invited.status, 201, invited.text);
  const accepted = await guest.post(`/users/invitations/${invited.json.id}/accept`);
  assert.equal(accepted.status, 200, accepted.text);
  return accepted.json;
};

/** What a publish sends when it says only what it must. */
export const publication = (token: string, version: string) => ({
  personal_access_token: token,
  node: {},
  node_version: { version },
});

export interface Published {
  versionId: string;
  signedUrl: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Publishes a version and leaves it without its package. */
export const publishPending = async (
  publisher: Publisher,
  nodeId: string,
  version: string,
): Promise<Published> => {
  const reply = await publisher.owner.post(
    `/publishers/${publisher.id}/nodes/${nodeId}/versions`,
    publication(publisher.token, version),
  );
  assert.equal(reply.status, 201, reply.text);
  return {
    versionId: reply.json.node_version.id,
    signedUrl: reply.json.signedUrl,
    bytes: await zip({ '__init__.py': `VERSION = "${version}"\n` }),
  };
};

/** Publishes a version with a package of these files and waits for its checks. Returns the id of the version. */
export const publishFiles = async (
  server: TestServer,
  publisher: Publisher,
  nodeId: string,
  version: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string> => {
  const { signedUrl, versionId } = await publishPending(publisher, nodeId, version);
  const reply = await server.anonymous.upload(signedUrl, await zip(files));
  assert.equal(reply.status, 200, reply.text);
  await server.settle();
  return versionId;
};

/** Publishes a version with its package and waits until it is Active. */
export const publishActive = async (
  server: TestServer,
  publisher: Publisher,
  nodeId: string,
  version: string,
): Promise<Published> => {
  const published = await publishPending(publisher, nodeId, version);
  const reply = await server.anonymous.upload(published.signedUrl, published.bytes);
  assert.equal(reply.status, 200, reply.text);
  await until(async () => {
    // More than once where the package store did not answer: the job then waits for a time that the clock never shows.
    await server.settle();
    return (await statusOf(server, published.versionId)) !== 'NodeVersionStatusPending';
  });
  return published;
};

const statusOf = async ({ server }: TestServer, versionId: string): Promise<string | undefined> =>
  (await findVersionById(server.context.store.read, versionId))?.status;
